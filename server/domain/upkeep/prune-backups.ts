import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, DAY_MS } from '../clock.ts';

/** Number of newest back-ups that always stay, because a wrong clock makes all of them seem old at once. */
const KEPT_MIN = 3;

/** Prefix of a back-up's folder while it is filled. */
export const UNFINISHED = '.unfinished-';
/** Prefix of a folder while it is deleted, so that nobody takes the remains for a back-up. */
const DELETED = '.deleted-';

/** Returns when the back-up with this name was begun, in milliseconds since 1970; undefined for any other name. */
export function backupTime(name: string): number | undefined {
  const [, day, hours, minutes, seconds, ms] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(name) ?? [];
  const time = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Deletes the back-ups below `targetDir` that were begun more than `keepDays` ago, except the newest three, and equally
 * old remains of killed runs. Nothing else there is touched.
 *
 * @returns the names of the deleted back-ups, oldest first.
 */
export async function pruneBackups(targetDir: string, keepDays: number, clock: Clock): Promise<string[]> {
  const entries = (await readdir(targetDir)).sort();
  const isOld = (name: string): boolean => (backupTime(name) ?? Number.NaN) < clock() - keepDays * DAY_MS;
  const remove = (name: string) => rm(join(targetDir, name), { recursive: true, force: true });
  const isLeft = (name: string): boolean => name.startsWith(DELETED) || isOld(name.replace(UNFINISHED, ''));
  for (const name of entries) if (name.startsWith('.') && isLeft(name)) await remove(name);
  const old = entries
    .filter((name) => backupTime(name) !== undefined)
    .slice(0, -KEPT_MIN)
    .filter(isOld);
  for (const name of old) {
    await rename(join(targetDir, name), join(targetDir, DELETED + name));
    await remove(DELETED + name);
  }
  return old;
}
