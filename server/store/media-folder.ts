import * as fs from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import {
  copyPrivate,
  fileNameOf,
  flush,
  hashFile,
  type MediaFiles,
  type MediaList,
  type MediaName,
  mediaDirOf,
  parseFileName,
  pathOfMedia,
  type ServedFile,
  type StoredMedia,
  type StoreMark,
  sizeOf,
  unlessMissing,
} from './files.ts';

/** Opens the media of a data folder or of a back-up for reading. Creates nothing. */
export function readMediaFolder(dataDir: string): StoredMedia {
  const root = mediaDirOf(dataDir);
  return {
    locate: (name) => serveFromDisk(join(root, pathOfMedia(name))),
    addressOf: (name) => join(root, pathOfMedia(name)),
    sizeOf: (name) => sizeOf(join(root, pathOfMedia(name))),
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
    store: async (incomingPath, name) => {
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

async function moveFile(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  const moved = await unlessMissing(rename(from, to).then(() => true));
  await flush(dirname(to));
  return moved ?? false;
}

/** Folder of set-aside files, inside the media folder. */
export const ASIDE = '.aside';
/** File in the media folder that names the owner of the media. */
export const MARK = '.owner';

/** Lists a media folder, sorted; a missing folder counts as empty. */
export async function listFolder(mediaDir: string): Promise<MediaList> {
  const stored: MediaName[] = [];
  const foreign: string[] = [];
  const entries = (await unlessMissing(opendir(mediaDir, { recursive: true }))) ?? [];
  for await (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = relative(mediaDir, join(entry.parentPath, entry.name));
    if (path === MARK || path.startsWith(`${ASIDE}/`)) continue;
    const name = parseFileName(entry.name);
    if (name !== undefined && path === pathOfMedia(name)) stored.push(name);
    else foreign.push(path);
  }
  stored.sort((one, other) => (fileNameOf(one) < fileNameOf(other) ? -1 : 1));
  return { stored, foreign: foreign.sort() };
}

/** Bytes read at once: half of what a browser asks for. Each slow listener holds twice as much. */
const PIECE_BYTES = 128 * 1024;

const openFile = promisify(fs.open);
const closeFile = promisify(fs.close);
const statOpen: (file: number) => Promise<fs.Stats> = promisify(fs.fstat);
const statPath: (path: string) => Promise<fs.Stats> = promisify(fs.stat);

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
        const stream = fs.createReadStream(path, {
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
