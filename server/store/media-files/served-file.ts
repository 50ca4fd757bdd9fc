import { close, createReadStream, fstat, open, type Stats, stat } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { type ServedFile, unlessMissing } from '../files.ts';

/** Bytes read at once: half of what a browser asks for. Each slow listener holds twice as much. */
const PIECE_BYTES = 128 * 1024;

const openFile = promisify(open);
const closeFile = promisify(close);
const statOpen: (file: number) => Promise<Stats> = promisify(fstat);
const statPath: (path: string) => Promise<Stats> = promisify(stat);

/** Serves a file from this disk; it never changes. */
export function serveFromDisk(path: string): ServedFile {
  return {
    fileName: basename(path),
    sizeOf: async () => (await unlessMissing(statPath(path)))?.size,
    open: async (range) => {
      const file = await unlessMissing(openFile(path, 'r'));
      if (file === undefined) return undefined;
      try {
        const { size: total } = await statOpen(file);
        const start = range?.start ?? 0;
        if (range !== undefined && start >= total) {
          await closeFile(file);
          return null;
        }
        const end = Math.min(range?.end ?? Number.POSITIVE_INFINITY, total - 1);
        const bytes = end - start + 1;
        const stream = createReadStream(path, {
          fd: file,
          start,
          end: Math.max(end, start),
          highWaterMark: PIECE_BYTES,
        });
        return { bytes, total, stream };
      } catch (error) {
        await closeFile(file);
        throw error;
      }
    },
    redirect: null,
  };
}
