import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ExportedFile, ExportedPicture } from '../../../contracts/parcours-file.ts';
import { type MediaFiles, parseFileName } from '../../store/files.ts';
import { AppError } from '../app-error.ts';
import type { FairQueue } from '../fair-queue.ts';
import { decodeImage } from '../media/decode-image.ts';
import { PARCOURS_IMAGE_SIDE_MAX_PX } from '../media/encode-image.ts';
import type { ArrivingFile } from '../media/played-media.ts';
import { type ReceivedRecording, readRecording } from '../uploads/recordings.ts';
import { isOnlyPicture, type PictureType } from './picture-bytes.ts';
import type { OpenedZip } from './read-zip.ts';

/** What the decoder calls the formats of our pictures. */
const FORMATS: Readonly<Record<PictureType, string>> = {
  'image/avif': 'heif',
  'image/webp': 'webp',
  'image/jpeg': 'jpeg',
};
const EXTENSIONS = { 'image/avif': 'avif', 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const;

/** Sizes of a picture's files as we make them. */
const WIDTH_MAX_PX = 1920;
const HEIGHT_MAX_PX = 3840;
/** Maximum bytes of a picture's file: two for each pixel of the largest. */
const PICTURE_BYTES_MAX = 2 ** 24;

/** Takes files out of a ZIP, into the folder where uploads arrive, and checks them as if they were uploads. */
export type UnpackFiles = ReturnType<typeof createUnpackFiles>;

/** @param takePictureTurn the queue of pictures. */
export function createUnpackFiles(
  files: Pick<MediaFiles, 'incomingDir' | 'discard'>,
  takePictureTurn: FairQueue,
  owner: string,
) {
  /** Hands an unpacked file to `work`, which may move it away; otherwise it is deleted. */
  async function unpack<Result>(
    zip: OpenedZip,
    { file, sha256, bytes }: ExportedFile,
    work: (path: string) => Promise<Result>,
  ): Promise<Result> {
    const path = join(files.incomingDir, randomUUID());
    try {
      const found = await zip.pour(file, path);
      if (found.sha256 !== sha256 || found.bytes !== bytes)
        throw refused(file, 'its content is another than its hash says');
      return await work(path);
    } finally {
      await files.discard(path);
    }
  }

  /** @throws AppError `invalid_request` for a file that is not one of ours */
  async function expectPicture(
    path: string,
    {
      file,
      bytes,
      type,
      width,
      height,
    }: Pick<ExportedFile, 'file' | 'bytes'> & {
      readonly type: PictureType;
      readonly width: number | null;
      readonly height: number | null;
    },
  ): Promise<void> {
    const most =
      width === null ? [PARCOURS_IMAGE_SIDE_MAX_PX, PARCOURS_IMAGE_SIDE_MAX_PX] : [WIDTH_MAX_PX, HEIGHT_MAX_PX];
    if (!file.endsWith(`.${EXTENSIONS[type]}`)) throw refused(file, `expected a file of ${type}`);
    if (bytes > PICTURE_BYTES_MAX) throw refused(file, `expected at most ${PICTURE_BYTES_MAX} bytes`);
    await decodeImage(takePictureTurn, path, owner, async (image) => {
      const found = await image.metadata();
      const isOurs =
        found.format === FORMATS[type] &&
        found.width === (width ?? found.width) &&
        found.height === (height ?? found.height) &&
        found.width <= (most[0] ?? 0) &&
        found.height <= (most[1] ?? 0) &&
        (found.pages ?? 1) === 1;
      if (!isOurs) throw refused(file, 'it is no picture of the declared type and size');
      // It is public, and may say where it was taken.
      if (!isOnlyPicture(type, await readFile(path)))
        throw refused(file, 'it has metadata or other data beside its picture, which our pictures never have');
      // Decodes all of it.
      await image.raw().toBuffer();
    });
  }

  return {
    /** Hands an unpacked master to `work`. @throws AppError `invalid_request`, `invalid_audio` */
    sound: <Result>(
      zip: OpenedZip,
      sound: ExportedFile,
      work: (path: string, found: ReceivedRecording) => Promise<Result>,
    ): Promise<Result> => unpack(zip, sound, async (path) => work(path, await readRecording(path, sound.bytes))),

    /** Hands the unpacked files of a picture to `work`. @throws AppError `invalid_request`, `invalid_image`, `busy` */
    picture: async <Result>(
      zip: OpenedZip,
      { files: wanted, width, height }: ExportedPicture,
      work: (arriving: readonly ArrivingFile[]) => Promise<Result>,
    ): Promise<Result> => {
      if (!wanted.some((file) => file.type === 'image/jpeg' && file.width === width)) {
        throw refused(wanted[0]?.file ?? '', 'expected a JPEG of the full width among the files of its picture');
      }
      const arriving: ArrivingFile[] = [];
      const next = async (index: number): Promise<Result> => {
        const file = wanted[index];
        if (file === undefined) return work(arriving);
        return unpack(zip, file, async (path) => {
          await expectPicture(path, { ...file, height: file.width === width ? height : null });
          arriving.push({ path, name: nameOf(file) });
          return next(index + 1);
        });
      };
      return next(0);
    },

    /** Hands the unpacked image of a parcours to `work`. @throws AppError as `picture` */
    image: <Result>(zip: OpenedZip, image: ExportedFile, work: (arriving: ArrivingFile) => Promise<Result>) =>
      unpack(zip, image, async (path) => {
        await expectPicture(path, { ...image, type: 'image/webp', width: null, height: null });
        return work({ path, name: nameOf(image) });
      }),
  };
}

/** The name under which a file of a ZIP is stored. */
function nameOf({ file }: ExportedFile) {
  const name = parseFileName(basename(file));
  if (name === undefined) throw refused(file, 'expected a hash as its name');
  return name;
}

function refused(where: string, what: string): AppError {
  return new AppError('invalid_request', `The ZIP is not as a parcours leaves a server. ${where}: ${what}`, {
    faults: [{ path: where, message: what }],
  });
}
