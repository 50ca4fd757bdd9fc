import { join } from 'node:path';
import type { Clock } from '../domain/clock.ts';
import type { ReadDatabase } from '../store/database.ts';
import { carryErased, createErasedFile } from '../store/erasures.ts';
import { hashFile, type MediaName, mediaDirOf, pathOfMedia, sizeOf } from '../store/files.ts';
import { isReferredTo, listStoredFiles, type MediaFile } from '../store/media.ts';
import { readFolderMark } from '../store/media-folder.ts';
import { beginStoreMove, checkStore, endStoreMove, StoreOwnerError } from '../store/media-owner.ts';
import { createErasedObjects } from './bucket-erasures.ts';
import { type BucketTarget, checkBucket, type MediaBucket, openBucketTarget } from './media-bucket.ts';
import { counted, createTicker, MoveError, type Say } from './move-progress.ts';
import { madeAt } from './move-records.ts';

/** The data to put into a bucket. */
export interface BucketMove {
  readonly dataDir: string;
  /** The service's own database. */
  readonly source: ReadDatabase;
  /** The rows that decide which files are moved: the same database, or a snapshot of it. */
  readonly rows: ReadDatabase;
  readonly bucket: MediaBucket;
  /** Whether the rows stay in their database, which uses the files in the bucket from then on. */
  readonly isAlone: boolean;
}

/**
 * Puts the data of a data folder that is outside the database into a bucket: its files, and the list of erased
 * accounts. No server uses them there before {@link finishBucket}.
 *
 * @throws MoveError, MediaStoreError, ObjectStoreError, StoreOwnerError
 */
export async function moveToBucket(
  { dataDir, source, rows, bucket, isAlone }: BucketMove,
  clock: Clock,
  say: Say,
): Promise<UnsoundMedia> {
  await refuseOthersFiles(dataDir, source);
  await checkBucket(bucket);
  const target = openBucketTarget(bucket);
  const own = isAlone ? await readFolderMark(dataDir).read() : undefined;
  await beginStoreMove(target.mark, { from: dataDir, madeAt: await madeAt(source.reader) }, own);
  const unsound = await moveMedia(
    {
      files: await listStoredFiles(rows.reader),
      mediaDir: mediaDirOf(dataDir),
      target,
      isStillReferredTo: (name) => isReferredTo(source.reader, name),
    },
    clock,
    say,
  );
  const erased = createErasedFile(dataDir);
  await carryErased(erased, createErasedObjects(bucket.store));
  say(`${counted((await erased.list()).length, 'erasure')} noted in ${bucket.name}`);
  return unsound;
}

/** Lets a server use the files that a move has brought. */
export async function finishBucket({ dataDir, bucket, isAlone }: Omit<BucketMove, 'rows'>): Promise<void> {
  const own = isAlone ? await readFolderMark(dataDir).read() : undefined;
  await endStoreMove(openBucketTarget(bucket).mark, own);
}

/** Refuses a folder with outdated files: the service has since moved its files elsewhere. */
async function refuseOthersFiles(dataDir: string, { reader }: ReadDatabase): Promise<void> {
  await checkStore({ database: { reader, identity: null }, files: { mark: readFolderMark(dataDir) } }).catch(
    (cause: unknown) => {
      if (!(cause instanceof StoreOwnerError)) throw cause;
      throw new MoveError(
        `The files in ${dataDir} (DATA_DIR) are not those of the database, or no longer: ${cause.message}`,
        { cause },
      );
    },
  );
}

/** Number of files that are sent, or read again, at the same time. */
const ABREAST = 4;

interface MediaMove {
  /** The files that rows refer to, by their file names. */
  readonly files: ReadonlyMap<string, MediaFile>;
  /** The folder that contains them. */
  readonly mediaDir: string;
  readonly target: BucketTarget;
  /** Whether a row of the source still refers to a file: a running server may delete one meanwhile. */
  isStillReferredTo(name: MediaName): Promise<boolean>;
}

/** Names of files that could not be moved, because they are missing or damaged in the source. */
export interface UnsoundMedia {
  readonly missing: readonly string[];
  /** Files whose content has changed. */
  readonly changed: readonly string[];
}

/** Puts the files into a bucket that it lacks, and reads each again. A call continues where one was interrupted. */
async function moveMedia(move: MediaMove, clock: Clock, say: Say): Promise<UnsoundMedia> {
  const { files, mediaDir, target } = move;
  const tick = createTicker(say, clock);
  const there = await target.sizes();
  let [done, put, bytesPut, gone] = [0, 0, 0, 0];
  const missing: string[] = [];
  const changed: string[] = [];

  async function moveOne(fileName: string, file: MediaFile): Promise<void> {
    const path = join(mediaDir, pathOfMedia(file));
    const size = await sizeOf(path);
    if (size === undefined) {
      if (await move.isStillReferredTo(file)) missing.push(fileName);
      else gone++;
    } else if (there.get(fileName) !== size) {
      const hash = await hashFile(path);
      if (hash !== file.contentSha256) {
        changed.push(fileName);
        return;
      }
      await target.put(file, path);
      const putHash = await target.hash(file);
      if (putHash !== hash) {
        throw new MoveError(`${target.name} has another content of ${fileName} than was put there: got ${putHash}`);
      }
      put++;
      bytesPut += size;
    }
  }

  const waiting = files.entries();
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    for (const [fileName, file] of waiting) {
      if (hasFailed) return;
      await moveOne(fileName, file).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
      done++;
      tick(`files: ${done.toLocaleString('en')} of ${counted(files.size, 'file')}, ${put.toLocaleString('en')} put`);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, lane));
  const others = [...there.keys()].filter((fileName) => !files.has(fileName)).length;
  const sound = files.size - missing.length - changed.length - gone;
  say(
    `${counted(sound, 'file')} in ${target.name}: ${put.toLocaleString('en')} put and read again (${mib(bytesPut)}), the rest was there`,
  );
  if (gone > 0) say(`${counted(gone, 'file')} deleted by the server meanwhile`);
  if (others > 0)
    say(`${counted(others, 'file')} there without a row: a server sets them aside once it has run for a day`);
  return { missing: missing.sort(), changed: changed.sort() };
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;
}
