import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { updateAccount } from '../../store/accounts.ts';
import type { Reader, Transactor } from '../../store/database.ts';
import { type MediaFiles, type MediaName, writeIncoming } from '../../store/files.ts';
import {
  deleteImages,
  type ImageRow,
  imageNameOf,
  insertImage,
  listImagesUntil,
  listParcoursImages,
  listPictures,
} from '../../store/media.ts';
import { findAnyParcours } from '../../store/parcours.ts';
import type { Caller } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { ownerOf } from '../fair-queue.ts';
import type { EncodeImage, ImagePurpose } from '../media/encode-image.ts';
import { findImage, imageAddress, type StoredContent } from '../media/media-links.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import type { Quota } from '../media/quota.ts';
import { admitParcoursImage, admitPicture } from './upload-checks.ts';

/** Days for which an image uploaded for a parcours is stored before an update must refer to it. */
const UNUSED_DAYS = 1;

interface ImagesParts {
  readonly reader: Reader;
  readonly files: MediaFiles;
  readonly played: PlayedMedia;
  readonly quota: Quota;
  readonly encode: EncodeImage;
  readonly clock: Clock;
}

/** The images among these files. */
export function createImages({ reader, files, played, quota, encode, clock }: ImagesParts) {
  /** Encodes and stores an image; deletes the rows that `replace` returns. */
  async function store(
    caller: Caller,
    path: string,
    purpose: ImagePurpose,
    parcours_id: ParcoursId | null,
    replace: (tx: Transactor, address: string) => Promise<readonly ImageRow[]>,
  ): Promise<string> {
    const bytes = await encode(path, purpose, ownerOf(caller));
    const incoming = await writeIncoming(files, bytes);
    const { sha256 } = incoming;
    const address = imageAddress(sha256);
    const note = async (tx: Transactor) => {
      const old = await replace(tx, address);
      await deleteImages(tx, old);
      const created_at = stamp(clock);
      await insertImage(tx, { sha256, size_bytes: bytes.length, uploader_id: caller.id, parcours_id, created_at });
      await quota.check(tx, caller.id);
      return { result: address, released: [], releasedImages: namesOf(old) };
    };
    return played
      .add(incoming.path, imageNameOf(sha256), async () => undefined, note)
      .finally(() => files.discard(incoming.path));
  }

  return {
    /**
     * Replaces the picture of the caller's account with a received file and returns its path on this server.
     * @param path a complete file in the incoming folder. It is not moved; the caller removes it.
     * @throws AppError `forbidden`, `invalid_image`, `quota_exceeded`, `busy`.
     */
    setPicture: async (caller: Caller, path: string): Promise<string> => {
      admitPicture(caller);
      return store(caller, path, 'avatar', null, async (tx, address) => {
        await updateAccount(tx, caller.id, { picture: address });
        return listPictures(tx, caller.id);
      });
    },
    /**
     * Stores a received file for a parcours, and returns the path that an update of the parcours may then refer to.
     * @param path as for `setPicture`.
     * @throws AppError `not_found`, `forbidden`, `invalid_image`, `quota_exceeded`, `busy`.
     */
    addParcoursImage: (caller: Caller, id: ParcoursId, path: string): Promise<string> =>
      store(caller, path, 'parcours', id, async (tx) => {
        await admitParcoursImage(tx, caller, id);
        return unused(tx, await listParcoursImages(tx, id), daysAgo(clock, UNUSED_DAYS));
      }),
    /** Returns the image with this file name. @throws AppError `not_found` if that is not an image's name. */
    find: (file: string): Promise<StoredContent> => findImage(files, reader, file),
    /** Deletes images, with their files, that were uploaded over a day ago for parcours that don't refer to them. */
    deleteUnused: () =>
      played.release(async (tx) => {
        const until = daysAgo(clock, UNUSED_DAYS);
        const old = await unused(tx, await listImagesUntil(tx, until), until);
        await deleteImages(tx, old);
        return { result: undefined, released: [], releasedImages: namesOf(old) };
      }),
  };
}

async function unused(reader: Reader, rows: readonly ImageRow[], until: string): Promise<ImageRow[]> {
  const found: ImageRow[] = [];
  for (const row of rows) {
    if (row.parcours_id === null || row.created_at > until) continue;
    const parcours = await findAnyParcours(reader, row.parcours_id);
    if (parcours?.image_url !== imageAddress(row.sha256)) found.push(row);
  }
  return found;
}

function namesOf(rows: readonly ImageRow[]): MediaName[] {
  return rows.map(({ sha256 }) => imageNameOf(sha256));
}
