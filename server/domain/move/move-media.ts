import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile, type MediaName, pathOfMedia, unlessMissing } from '../../store/files.ts';
import type { MediaFile } from '../../store/media.ts';
import type { BucketTarget } from '../../store/media-files/bucket-target.ts';
import type { Clock } from '../clock.ts';
import { MoveError } from './move-error.ts';
import { counted, createTicker, type Say } from './progress.ts';

/** Number of files that are sent, or read again, at the same time. */
const ABREAST = 4;

/** The files to move, and their target. */
export interface MediaMove {
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

/**
 * Puts the files into a bucket that it lacks, and reads each of them again. After an interruption, the next call
 * continues where it stopped.
 */
export async function moveMedia(move: MediaMove, clock: Clock, say: Say): Promise<UnsoundMedia> {
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

async function sizeOf(path: string): Promise<number | undefined> {
  return (await unlessMissing(stat(path)))?.size;
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;
}
