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
} from '../store/files.ts';
import { type ObjectHeaders, type ObjectStore, ObjectStoreError } from './object-store.ts';
import { S3_COMMAND_PATIENCE, S3_PATIENCE, type S3Settings } from './s3-request.ts';
import { createS3Store } from './s3-store.ts';

/** Prefix of the keys of media; unfinished uploads and other objects have other prefixes. */
const MEDIA_KEYS = 'media/';
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
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** Extensions of files that are named by the hash of their own content, not of the audio that they were made from. */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set(['wav', 'avif', 'webp', 'jpg']);

interface BucketUse {
  /** Name of the bucket with the prefix, as in `s3://bucket/prefix`. */
  readonly name: string;
  /** Whether listeners are redirected to the bucket instead of being served through this server. */
  readonly redirects: boolean;
}

/** A bucket, and how it is used. */
export interface MediaBucket extends BucketUse {
  readonly store: ObjectStore;
}

/** The configured bucket can't be used; the message names it and the reason. */
export class MediaStoreError extends Error {
  override readonly name = 'MediaStoreError';
}

/**
 * Creates the client of the configured bucket, without a request; null for none. The caller closes its store.
 *
 * @param user a server gives up on a silent store within seconds; a command takes its time
 */
export function connectBucket(
  settings: (S3Settings & Pick<BucketUse, 'redirects'>) | null,
  user: 'server' | 'command' = 'command',
): MediaBucket | null {
  if (settings === null) return null;
  const { bucket, prefix, redirects } = settings;
  const store = createS3Store(settings, user === 'server' ? S3_PATIENCE : S3_COMMAND_PATIENCE);
  return { store, name: `s3://${bucket}/${prefix}`.replace(/\/$/, ''), redirects };
}

/** Stores, reads and removes a test object in a bucket. @throws MediaStoreError if that fails */
export async function checkBucket({ store, name }: MediaBucket): Promise<void> {
  await store.check().catch((cause: unknown) => {
    if (!(cause instanceof ObjectStoreError)) throw cause;
    const advice = STORE_ADVICE[cause.status ?? 0] ?? STORE_ADVICE_ELSE;
    throw new MediaStoreError(`Cannot keep media in ${name} (MEDIA_STORE): ${cause.message}. ${advice}`, { cause });
  });
}

const STORE_ADVICE_ELSE = 'Check that a store that speaks S3 works at S3_ENDPOINT: its log says more';
/** Advice by the store's HTTP status; 0 for none. */
const STORE_ADVICE: Readonly<Record<number, string>> = {
  0: 'Check S3_ENDPOINT, and that this machine reaches it',
  301: 'Check S3_REGION and S3_ENDPOINT: the bucket is elsewhere',
  400: 'Check S3_REGION and S3_PATH_STYLE',
  401: 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  403: 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, what that key may do in the bucket, and this machine’s clock',
  404: 'Make the bucket first, or correct its name in MEDIA_STORE',
};

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
    store: async (incomingPath, name) => {
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

function keyOf(name: MediaName): string {
  return MEDIA_KEYS + pathOfMedia(name);
}

function asideKeyOf(name: MediaName): string {
  return ASIDE_KEYS + pathOfMedia(name);
}

/** Headers stored with a file, for browsers that get it from the bucket itself. */
function headersOf({ extension }: MediaName): ObjectHeaders {
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

/** A bucket to which the media of a folder are copied. */
export interface BucketTarget {
  /** Name as the operator wrote it, such as `s3://bucket/prefix`. */
  readonly name: string;
  /** The sizes in bytes of all files there, by file name. */
  sizes(): Promise<Map<string, number>>;
  put(name: MediaName, path: string): Promise<void>;
  /** SHA-256 of a file's content as read from the bucket; undefined if it is missing. */
  hash(name: MediaName): Promise<string | undefined>;
  readonly mark: StoreMark;
}

/** Opens a bucket as the target of a copy from a folder. */
export function openBucketTarget(bucket: MediaBucket): BucketTarget {
  const { store, name } = bucket;
  return {
    name,
    sizes: async () => {
      const sizes = new Map<string, number>();
      for await (const { key, bytes } of store.list(MEDIA_KEYS)) {
        const fileName = key.slice(key.lastIndexOf('/') + 1);
        const file = parseFileName(fileName);
        if (file !== undefined && key === keyOf(file)) sizes.set(fileName, bytes);
      }
      return sizes;
    },
    put: (file, path) => store.put(keyOf(file), path, headersOf(file)),
    hash: readMediaBucket(store, bucket).hash,
    mark: markOf(store, name),
  };
}

/** Opens a bucket whose first size is read with all others, as a list. A file missing in it is looked up by itself. */
export function readListedBucket(bucket: MediaBucket): StoredMedia {
  const media = readMediaBucket(bucket.store, bucket);
  let listed: Promise<ReadonlyMap<string, number>> | undefined;
  return {
    ...media,
    sizeOf: async (name) => {
      listed ??= openBucketTarget(bucket).sizes();
      return (await listed).get(fileNameOf(name)) ?? media.sizeOf(name);
    },
  };
}
