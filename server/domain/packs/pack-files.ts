import { linkPath } from '../../../contracts/link.ts';
import type { PackFile } from '../../../contracts/pack.ts';
import type { Reader } from '../../store/database.ts';
import { fileNameOf, type MediaFiles, type MediaName } from '../../store/files.ts';
import { isReferredTo, peaksNameOf, renditionNameOf } from '../../store/media.ts';
import type { PictureFileRow } from '../../store/pictures.ts';
import type { PlaceMediaRow } from '../../store/places.ts';
import { createLimit } from '../locks.ts';
import { imageNameAt, type SignLink } from '../media/media-links.ts';

/** A file that the database refers to. */
interface NamedFile {
  readonly name: MediaName;
  readonly sha256: string;
  /** Its size in the database; null if it is not stored there. */
  readonly bytes: number | null;
}

/** The files of some places, tellings or pictures. */
interface StoryFiles {
  readonly files: PackFile[];
  /** False if files were lost. */
  readonly isWhole: boolean;
}

/** Lists the files of packs. */
export type PackFiles = ReturnType<typeof createPackFiles>;

/** Creates a lister of files, with these sizes. */
export function createPackFiles(sizes: StoredSizes) {
  async function toPackFile(kind: PackFile['kind'], file: NamedFile, link: string): Promise<PackFile | null> {
    const bytes = await sizes.find(file.name, file.bytes);
    return bytes === null ? null : { sha256: file.sha256, bytes, kind, link };
  }

  /** Returns the first of these files that is stored; whole if that is the first of all. */
  async function firstStored(kind: PackFile['kind'], files: readonly NamedFile[], sign: SignLink): Promise<StoryFiles> {
    for (const [index, file] of files.entries()) {
      const found = await toPackFile(kind, file, sign(file.name));
      if (found !== null) return { files: [found], isWhole: index === 0 };
    }
    return { files: [], isWhole: files.length === 0 };
  }

  return {
    /** Returns the image with this address, if it is stored. */
    ofImage: async (address: string | null): Promise<PackFile[]> => {
      const name = address === null ? undefined : imageNameAt(address);
      if (address === null || name === undefined) return [];
      const file = await toPackFile('picture', { name, sha256: name.sha256, bytes: null }, address);
      return file === null ? [] : [file];
    },
    /** Returns these files of pictures, if they are stored. */
    ofPictures: async (rows: readonly PictureFileRow[], sign: SignLink): Promise<StoryFiles> => {
      const found = await Promise.all(
        rows.map(({ sha256, type: extension, size_bytes }) => {
          const name = { sha256, extension };
          return toPackFile('picture', { name, sha256, bytes: Number(size_bytes) }, sign(name));
        }),
      );
      const files = found.filter((file) => file !== null);
      return { files: oncePerPath(files), isWhole: files.length === rows.length };
    },
    /**
     * Returns the waveform and the audio of each place or telling, in their order, each path once. Leaves out lost
     * files: a pack that listed one could never be whole. The audio is the rendition, or the master if there is none.
     */
    ofStories: async (rows: readonly PlaceMediaRow[], sign: SignLink): Promise<StoryFiles> => {
      const found = await Promise.all(
        rows.flatMap((row) => [
          firstStored('waveform', waveformOf(row), sign),
          firstStored('audio', audioOf(row), sign),
        ]),
      );
      const files = found.flatMap((one) => one.files);
      return {
        files: oncePerPath(files),
        isWhole: found.every(({ isWhole }) => isWhole),
      };
    },
  };
}

function oncePerPath(files: readonly PackFile[]): PackFile[] {
  return [...new Map(files.map((file) => [linkPath(file.link), file])).values()];
}

function waveformOf({ media_sha256, peaks_sha256 }: PlaceMediaRow): NamedFile[] {
  if (media_sha256 === null || peaks_sha256 === null) return [];
  return [{ name: peaksNameOf(media_sha256), sha256: peaks_sha256, bytes: null }];
}

/** Returns the rendition, if there is one, then the master. */
function audioOf(row: PlaceMediaRow): NamedFile[] {
  const { media_sha256, extension, size_bytes, rendition_sha256, rendition_bytes } = row;
  if (media_sha256 === null || extension === null) return [];
  const master = { name: { sha256: media_sha256, extension }, sha256: media_sha256, bytes: Number(size_bytes) };
  if (rendition_sha256 === null) return [master];
  const name = renditionNameOf(media_sha256);
  return [{ name, sha256: rendition_sha256, bytes: Number(rendition_bytes) }, master];
}

/** Maximum number of remembered sizes: about 200 bytes each. */
const REMEMBERED_MAX = 30_000;
/** Sizes that are requested at the same time: a bucket needs a request for each. */
const ASKED_MAX = 16;

/** Finds the sizes of stored files. */
interface StoredSizes {
  /**
   * Returns the size of a stored file in bytes; null if the file is missing, or does not have the `expected` size.
   * @param expected null if the database does not have it.
   */
  find(name: MediaName, expected: number | null): Promise<number | null>;
}

/**
 * Creates the look-up of these files' sizes. Each is read once, so a file that is lost later is noticed after the next
 * start. `onLost` is called once for each lost file that a row refers to.
 */
export function createStoredSizes(reader: Reader, files: MediaFiles, onLost: (name: MediaName) => void): StoredSizes {
  const sizes = new Map<string, number>();
  const reported = new Set<string>();
  const ask = createLimit(ASKED_MAX);

  async function report(name: MediaName): Promise<void> {
    const file = fileNameOf(name);
    // A file that was just deleted together with its row is not lost.
    if (reported.has(file) || !(await isReferredTo(reader, name))) return;
    reported.add(file);
    onLost(name);
  }

  return {
    find: async (name, expected) => {
      const file = fileNameOf(name);
      const isExpected = (size: number): boolean => expected === null || size === expected;
      const remembered = sizes.get(file);
      // A rendition has the name of its audio, and a new rendition may have another size.
      if (remembered !== undefined && isExpected(remembered)) return remembered;
      const size = await ask(() => files.sizeOf(name));
      if (size === undefined || !isExpected(size)) {
        await report(name);
        return null;
      }
      if (sizes.size >= REMEMBERED_MAX) sizes.clear();
      sizes.set(file, size);
      return size;
    },
  };
}
