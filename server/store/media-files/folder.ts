import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyPrivate } from '../copy-files.ts';
import {
  flush,
  hashFile,
  type MediaFiles,
  mediaDirOf,
  pathOfMedia,
  type StoredMedia,
  unlessMissing,
} from '../files.ts';
import { listFolder } from './list-folder.ts';

/** The media in the folder of a data folder, or of a back-up. Nothing is created. */
export function readMediaFolder(dataDir: string): StoredMedia {
  const root = mediaDirOf(dataDir);
  return {
    locate: (name) => ({ root, path: pathOfMedia(name) }),
    addressOf: (name) => join(root, pathOfMedia(name)),
    sizeOf: async (name) => (await unlessMissing(stat(join(root, pathOfMedia(name)))))?.size,
    hash: (name) => unlessMissing(hashFile(join(root, pathOfMedia(name)))),
    open: async (name) => {
      const file = await unlessMissing(open(join(root, pathOfMedia(name))));
      return file?.createReadStream();
    },
    copyTo: async (name, path) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return copyPrivate(join(root, pathOfMedia(name)), path);
    },
    list: () => listFolder(root),
  };
}

/** Opens the folder of a data folder's media, which is created if need be. @param incomingDir on the same disk */
export async function openMediaFolder(dataDir: string, incomingDir: string): Promise<MediaFiles> {
  const root = mediaDirOf(dataDir);
  await mkdir(root, { recursive: true });
  return {
    ...readMediaFolder(dataDir),
    incomingDir,
    keep: async (incomingPath, name) => {
      const target = join(root, pathOfMedia(name));
      await mkdir(dirname(target), { recursive: true });
      await rename(incomingPath, target);
      await flush(dirname(target));
      await flush(root);
    },
    discard: (incomingPath) => rm(incomingPath, { force: true }),
    remove: (name) => rm(join(root, pathOfMedia(name)), { force: true }),
    withPath: (name, work) => work(join(root, pathOfMedia(name))),
  };
}
