import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFiles, StoredMedia, StoreMark } from '../files.ts';
import { openMediaFolder, readFolderMark, readMediaFolder } from '../media-folder.ts';
import { type ObjectStore, ObjectStoreError } from '../objects/object-store.ts';
import { S3_COMMAND_PATIENCE, S3_PATIENCE, type S3Settings } from '../objects/s3-settings.ts';
import { createS3Store } from '../objects/s3-store.ts';
import { type BucketUse, markOf, openMediaBucket, readMediaBucket } from './bucket.ts';

/** A bucket, and how it is used. */
export interface MediaBucket extends BucketUse {
  readonly store: ObjectStore;
}

/** The settings of a bucket for media. */
interface MediaBucketSettings extends S3Settings {
  /** Whether listeners are redirected to the bucket instead of being served through this server. */
  readonly redirects: boolean;
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
  settings: MediaBucketSettings | null,
  user: 'server' | 'command' = 'command',
): MediaBucket | null {
  if (settings === null) return null;
  const { bucket, prefix, redirects } = settings;
  const store = createS3Store(settings, user === 'server' ? S3_PATIENCE : S3_COMMAND_PATIENCE);
  return { store, name: `s3://${bucket}/${prefix}`.replace(/\/$/, ''), redirects };
}

/** The name by which other servers on a database recognize the media store: the bucket's, or `DATA_DIR`. */
export function storeNameOf(bucket: MediaBucket | null): string {
  return bucket?.name ?? 'DATA_DIR';
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

/**
 * Opens the media of `bucket`, or below `dataDir` without one. Creates the folders, and deletes the files of uploads
 * that a crash interrupted.
 */
export async function openMediaFiles(dataDir: string, bucket: MediaBucket | null = null): Promise<MediaFiles> {
  // Emptied at each start, so its name must be ours alone: DATA_DIR may be a folder with other contents.
  const incomingDir = join(dataDir, 'drop-ici.incoming');
  await rm(incomingDir, { recursive: true, force: true });
  await mkdir(incomingDir, { recursive: true });
  return bucket === null ? openMediaFolder(dataDir, incomingDir) : openMediaBucket(bucket.store, bucket, incomingDir);
}

/** Opens the media of `bucket`, or below `dataDir` without one, for reading beside a running server. */
export function readMedia(dataDir: string, bucket: MediaBucket | null): StoredMedia {
  return bucket === null ? readMediaFolder(dataDir) : readMediaBucket(bucket.store, bucket);
}

/** The owner mark of these media, for reading. */
export function readMarkOf(dataDir: string, bucket: MediaBucket | null): Pick<StoreMark, 'address' | 'read'> {
  return bucket === null ? readFolderMark(dataDir) : markOf(bucket.store, bucket.name);
}
