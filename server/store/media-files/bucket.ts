import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  fileNameOf,
  type MediaFiles,
  type MediaName,
  parseFileName,
  pathOfMedia,
  type ServedFile,
  type StoredMedia,
  type StoreMark,
} from '../files.ts';
import { type ObjectHeaders, type ObjectStore, ObjectStoreError } from '../objects/object-store.ts';

/** Prefix of the keys of media; unfinished uploads and other objects have other prefixes. */
export const MEDIA_KEYS = 'media/';
/** Prefix of the keys of set-aside media. */
const ASIDE_KEYS = 'aside/';
/** The object that names the owner of the media. */
const MARK_KEY = 'owner.json';
const YEAR_S = 365 * 24 * 3600;
/**
 * A signed address stays the same for an hour, so that browsers reuse their cached copy, and stays valid for one more.
 */
const ADDRESS_STEP_S = 3600;

/** Content types of files that the bucket itself sends. */
const TYPES: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  webp: 'image/webp',
};

/** Extensions of files that are named by the hash of their own content, not of the audio that they were made from. */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set(['wav', 'webp']);

/** How the media of a bucket are used. */
export interface BucketUse {
  /** Name of the bucket with the prefix, as in `s3://bucket/prefix`. */
  readonly name: string;
  /** Whether listeners are redirected to the bucket instead of being served through this server. */
  readonly redirects: boolean;
}

/** Opens the media in a bucket for reading. */
export function readMediaBucket(store: ObjectStore, { name: bucket, redirects }: BucketUse): StoredMedia {
  const sizeOf = async (name: MediaName): Promise<number | undefined> => (await store.head(keyOf(name)))?.bytes;
  const open = async (name: MediaName): Promise<Readable | undefined> => (await store.get(keyOf(name)))?.stream;

  function locate(name: MediaName): ServedFile {
    return {
      fileName: fileNameOf(name),
      sizeOf: () => sizeOf(name),
      open: async (range) => {
        try {
          return await store.get(keyOf(name), range);
        } catch (error) {
          if (error instanceof ObjectStoreError && error.status === 416) return null;
          throw error;
        }
      },
      redirect: redirects ? () => addressNow(store, name) : null,
    };
  }

  return {
    locate,
    addressOf: (name) => `${bucket}/${keyOf(name)}`,
    sizeOf,
    hash: async (name) => {
      const content = await open(name);
      if (content === undefined) return undefined;
      const hash = createHash('sha256');
      await pipeline(content, hash);
      return hash.digest('hex');
    },
    open,
    copyTo: async (name, path) => {
      const content = await open(name);
      if (content === undefined) return false;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return true;
    },
    list: async () => {
      const stored: MediaName[] = [];
      const foreign: string[] = [];
      for await (const { key } of store.list(MEDIA_KEYS)) {
        const name = parseFileName(key.slice(key.lastIndexOf('/') + 1));
        if (name !== undefined && key === keyOf(name)) stored.push(name);
        else foreign.push(key.slice(MEDIA_KEYS.length));
      }
      return { stored, foreign };
    },
  };
}

/**
 * Opens the media in a bucket. Uploads arrive in a local folder and are stored in the bucket when they are complete.
 */
export function openMediaBucket(store: ObjectStore, use: BucketUse, incomingDir: string): MediaFiles {
  const media = readMediaBucket(store, use);
  const put = (incomingPath: string, name: MediaName): Promise<void> =>
    store.put(keyOf(name), incomingPath, headersOf(name));
  const discard = (incomingPath: string): Promise<void> => rm(incomingPath, { force: true });
  /** By size, because some stores retain part of what a killed server was sending. */
  const isThere = async (incomingPath: string, name: MediaName): Promise<boolean> =>
    NAMED_BY_CONTENT.has(name.extension) && (await media.sizeOf(name)) === (await stat(incomingPath)).size;
  return {
    ...media,
    incomingDir,
    keep: async (incomingPath, name) => {
      if (!(await isThere(incomingPath, name))) await put(incomingPath, name);
      await discard(incomingPath);
    },
    discard,
    remove: (name) => store.remove(keyOf(name)),
    setAside: async (name) => {
      await store.move(keyOf(name), asideKeyOf(name));
    },
    bringBack: (name) => store.move(asideKeyOf(name), keyOf(name)),
    removeAside: (name) => store.remove(asideKeyOf(name)),
    mark: markOf(store, use.name),
    withPath: async (name, work) => {
      const path = join(incomingDir, randomUUID());
      try {
        if (!(await media.copyTo(name, path))) throw new Error(`${media.addressOf(name)} is gone`);
        return await work(path);
      } finally {
        await discard(path);
      }
    },
  };
}

/** The owner mark of the bucket with this name. */
export function markOf(store: ObjectStore, name: string): StoreMark {
  return {
    address: `${name}/${MARK_KEY}`,
    read: async () => {
      const mark = await store.get(MARK_KEY);
      return mark === undefined ? undefined : text(mark.stream);
    },
    write: (content) => store.put(MARK_KEY, Buffer.from(content), { contentType: 'application/json' }),
    remove: () => store.remove(MARK_KEY),
  };
}

/** The key of a stored file. */
export function keyOf(name: MediaName): string {
  return MEDIA_KEYS + pathOfMedia(name);
}

function asideKeyOf(name: MediaName): string {
  return ASIDE_KEYS + pathOfMedia(name);
}

/** Headers stored with a file, for browsers that get it from the bucket itself. */
export function headersOf({ extension }: MediaName): ObjectHeaders {
  const contentType = TYPES[extension] ?? 'application/octet-stream';
  return { contentType, cacheControl: `private, max-age=${YEAR_S}, immutable` };
}

async function addressNow(store: ObjectStore, name: MediaName) {
  const nowS = Date.now() / 1000;
  const signedAtS = Math.floor(nowS / ADDRESS_STEP_S) * ADDRESS_STEP_S;
  const address = await store.presign(keyOf(name), signedAtS * 1000, 2 * ADDRESS_STEP_S);
  // A client that finds the redirection in its cache has at least an hour left: a story lasts that long.
  return { address, goodForS: Math.floor(signedAtS + ADDRESS_STEP_S - nowS) };
}
