import { statfs } from 'node:fs/promises';
import { AppError } from './app-error.ts';

/**
 * Leaves a part of the disk free, so that logins, deletions and small writes work where uploads would have filled it.
 */
export interface DiskReserve {
  /**
   * Checks that the reserve stays free though so many bytes arrive.
   *
   * @throws AppError `disk_full`.
   */
  expectRoom(bytes: number): Promise<void>;
}

/** Leaves `reserveBytes` of the disk that holds `folder`. */
export function createDiskReserve(folder: string, reserveBytes: number): DiskReserve {
  return {
    expectRoom: async (bytes) => {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      if (free - bytes >= reserveBytes) return;
      const message = `Expected ${reserveBytes} bytes of the disk to stay free, got ${free} before ${bytes} more`;
      throw new AppError('disk_full', message);
    },
  };
}
