import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyPrivate } from '../copy-files.ts';
import {
  flush,
  hashFile,
  type MediaFiles,
  mediaDirOf,
  pathOfMedia,
  type StoredMedia,
  type StoreMark,
  unlessMissing,
} from '../files.ts';
import { ASIDE, listFolder, MARK } from './list-folder.ts';
import { serveFromDisk } from './served-file.ts';

/** Opens the media of a data folder or of a back-up for reading. Creates nothing. */
export function readMediaFolder(dataDir: string): StoredMedia {
  const root = mediaDirOf(dataDir);
  return {
    locate: (name) => serveFromDisk(join(root, pathOfMedia(name))),
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

/** The owner mark of a data folder's media, for reading. */
export function readFolderMark(dataDir: string): Pick<StoreMark, 'address' | 'read'> {
  const address = join(mediaDirOf(dataDir), MARK);
  return { address, read: () => unlessMissing(readFile(address, 'utf8')) };
}

/** Opens a data folder's media, and creates their folder if needed. @param incomingDir on the same disk */
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
    setAside: async (name) => {
      await moveFile(join(root, pathOfMedia(name)), join(root, ASIDE, pathOfMedia(name)));
    },
    bringBack: (name) => moveFile(join(root, ASIDE, pathOfMedia(name)), join(root, pathOfMedia(name))),
    removeAside: (name) => rm(join(root, ASIDE, pathOfMedia(name)), { force: true }),
    mark: {
      ...readFolderMark(dataDir),
      write: async (text) => {
        // A draft first: a full disk must not leave half of the mark.
        const draft = join(incomingDir, MARK);
        await writeFile(draft, text, { flush: true });
        await rename(draft, join(root, MARK));
      },
      remove: () => rm(join(root, MARK), { force: true }),
    },
    withPath: (name, work) => work(join(root, pathOfMedia(name))),
  };
}

/** Moves a file; false if there is no such file. */
async function moveFile(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  const moved = await unlessMissing(rename(from, to).then(() => true));
  await flush(dirname(to));
  return moved ?? false;
}
