import { statfs } from 'node:fs/promises';
import { AppError } from './app-error.ts';

/** Keeps a part of the disk free, so that logins, deletions and small writes work when uploads would have filled it. */
export type DiskReserve = ReturnType<typeof createDiskReserve>;

/** Returns the space of the disk that holds `folder`: what this process may still use, and the total. */
export async function diskSpace(folder: string): Promise<{ readonly freeBytes: number; readonly totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Keeps `reserveBytes` of the disk that holds `folder` free. */
export function createDiskReserve(folder: string, reserveBytes: number) {
  return {
    /** Checks that the reserve stays free after `bytes` more bytes. @throws AppError `disk_full`. */
    expectRoom: async (bytes: number) => {
      const { freeBytes: free } = await diskSpace(folder);
      if (free - bytes >= reserveBytes) return;
      const message = `Expected ${reserveBytes} bytes of the disk to stay free, got ${free} before ${bytes} more`;
      throw new AppError('disk_full', message);
    },
  };
}
