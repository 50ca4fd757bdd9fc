import type { Reader } from '../../store/database.ts';
import { fileNameOf, type MediaFiles, type MediaName } from '../../store/files.ts';
import { isReferredTo } from '../../store/media.ts';
import { createLimit } from '../lock.ts';

/** Maximum number of remembered sizes: about 200 bytes each. */
const REMEMBERED_MAX = 30_000;
/** Sizes that are requested at the same time: a bucket needs a request for each. */
const ASKED_MAX = 16;

/** Finds the sizes of stored files. */
export interface StoredSizes {
  /**
   * Returns the size of a stored file in bytes; null if the file is missing, or does not have the `expected` size.
   *
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
