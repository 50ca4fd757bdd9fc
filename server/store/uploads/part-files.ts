import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linkToIncoming, type MediaFiles, unlessMissing, writeAll } from '../files.ts';
import type { PartStore } from './part-store.ts';

/** The folder of uploads in parts, in the data folder. */
export function partFolderOf(dataDir: string): string {
  return join(dataDir, 'drop-ici.resumable');
}

/** Opens the uploads in parts below `dataDir`, one file each; creates the folder if needed. */
export async function openPartFiles(dataDir: string, mediaFiles: MediaFiles): Promise<PartStore> {
  const folder = partFolderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const pathOf = (id: string): string => join(folder, id);
  return {
    isOnDisk: true,
    begin: (id) => writeFile(pathOf(id), '', { flag: 'a' }),
    bytesOf: async (id) => (await unlessMissing(stat(pathOf(id))))?.size ?? 0,
    openAt: async (id, offset) => {
      // Created if missing: after a crash, or after restoring a back-up, which has no such file.
      const file = await open(pathOf(id), constants.O_RDWR | constants.O_CREAT);
      let at = offset;
      return {
        append: async (piece) => {
          await writeAll(file, piece, at);
          at += piece.length;
        },
        close: () => file.close(),
      };
    },
    toIncoming: (id) => linkToIncoming(mediaFiles, pathOf(id)),
    remove: (id) => rm(pathOf(id), { recursive: true, force: true }),
    list: () => readdir(folder),
  };
}
