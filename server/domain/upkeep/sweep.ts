import { hasNoAccounts } from '../../store/accounts.ts';
import { fileNameOf, type MediaFiles, type MediaName, parseFileName } from '../../store/files.ts';
import { isReferredTo, listStoredFiles, lockOf, type MediaFile } from '../../store/media.ts';
import {
  claimStore,
  deleteOrphan,
  findStoreOwner,
  listOrphans,
  type OrphanRow,
  putOrphans,
  type StoreOwnerParts,
  setSweep,
} from '../../store/media-owner.ts';
import { DAY_MS, stamp } from '../clock.ts';
import type { OperatorCommand } from '../operator-command.ts';

/** Time without a row after which a file counts as an orphan: longer than any upload takes. */
export const ORPHAN_MS = DAY_MS;
/** Time for which an orphan is set aside before it is deleted. */
export const ASIDE_MS = 30 * DAY_MS;
/** More orphans than this number and this share of all files are no crash's: they stay until the operator allows it. */
const SWEPT_MAX = 20;
const SWEPT_SHARE_MAX = 0.05;

/** The result of a sweep. */
export interface Sweep {
  /** Files that were set aside, to which no row has referred for a day. */
  readonly setAside: readonly MediaName[];
  /** Files that had been set aside and to which a row refers again: they are back in their place. */
  readonly broughtBack: readonly MediaName[];
  /** Files without a row that stay, because they are too many, or the database may be the wrong one. */
  readonly unclaimed: readonly MediaName[];
  /** Missing files to which rows refer. The rows stay, because a back-up may still have the file. */
  readonly missing: readonly MediaFile[];
}

interface SweepParts extends StoreOwnerParts {
  readonly files: MediaFiles;
}

/**
 * Deletes files whose row was deleted, if that had failed. Sets aside files that a crash left without a row at least a
 * day ago, and deletes what was set aside 30 days ago. Checks each again, because a file is stored before its row.
 * @throws StoreOwnerError if the files belong to another database.
 */
export async function sweepStoredFiles(parts: SweepParts): Promise<Sweep> {
  const { database, files, clock } = parts;
  await claimStore(parts);
  const expected = await listStoredFiles(database.reader);
  const { stored } = await files.list();
  const orphans = stored.filter((name) => !expected.delete(fileNameOf(name)));
  const found = await findMissing(parts, [...expected.values()]);

  const known = new Map((await listOrphans(database.reader)).map((row) => [row.file_name, row]));
  await deleteDoomed(parts, orphans, known.values());
  const due = await noteOrphans(parts, orphans, known);
  const owner = await findStoreOwner(database.reader);
  const rests = (owner?.rests_until ?? '') > stamp(clock);
  const max = owner?.sweeps_all ? Number.POSITIVE_INFINITY : Math.max(SWEPT_MAX, stored.length * SWEPT_SHARE_MAX);
  const mayTake = !rests && due.length <= max && !(await hasNoAccounts(database.reader));
  const setAside = mayTake ? await takeAway(parts, due) : [];
  if (owner?.sweeps_all) await database.transact((tx) => setSweep(tx, { rests_until: null, sweeps_all: false }));
  await deleteOld(parts, known.values());
  return { ...found, setAside, unclaimed: mayTake ? [] : due };
}

async function findMissing(
  { database, files }: SweepParts,
  names: readonly MediaFile[],
): Promise<Pick<Sweep, 'missing' | 'broughtBack'>> {
  const [missing, broughtBack]: [MediaFile[], MediaFile[]] = [[], []];
  for (const file of names) {
    // Another server may have deleted the row and the file meanwhile.
    if (!(await isReferredTo(database.reader, file))) continue;
    if (await files.bringBack(file)) broughtBack.push(file);
    else missing.push(file);
  }
  return { missing, broughtBack };
}

/** Deletes remaining files whose rows were deleted. */
async function deleteDoomed(
  { database, files }: SweepParts,
  orphans: readonly MediaName[],
  known: Iterable<OrphanRow>,
): Promise<void> {
  const there = new Set(orphans.map(fileNameOf));
  for (const { file_name: fileName, seen_at: seenAt } of known) {
    const name = parseFileName(fileName);
    if (name === undefined || seenAt !== null) continue;
    if (there.has(fileName)) {
      await database.exclusively(lockOf(name), async () => {
        if (!(await isReferredTo(database.reader, name))) await files.remove(name);
      });
    }
    await files.removeAside(name);
    await database.transact((tx) => deleteOrphan(tx, fileName));
  }
}

/** Notes since when files have been orphans, forgets those that no longer are, and returns those that are due. */
async function noteOrphans(
  { database, clock }: SweepParts,
  orphans: readonly MediaName[],
  known: ReadonlyMap<string, OrphanRow>,
): Promise<MediaName[]> {
  const now = stamp(clock);
  const dueBefore = stamp(() => clock() - ORPHAN_MS);
  const isWaiting = (row: OrphanRow | undefined) => row !== undefined && row.seen_at !== null && row.aside_at === null;
  const names = new Set(orphans.map(fileNameOf));
  await database.transact(async (tx) => {
    // A file that was set aside may have been stored again.
    const added = [...names].filter((name) => !known.has(name) || known.get(name)?.aside_at !== null);
    await putOrphans(
      tx,
      added.map((name) => ({ file_name: name, seen_at: now, aside_at: null })),
    );
    for (const row of known.values()) {
      if (isWaiting(row) && !names.has(row.file_name)) await deleteOrphan(tx, row.file_name);
    }
  });
  return orphans.filter((name) => {
    const row = known.get(fileNameOf(name));
    return isWaiting(row) && (row?.seen_at ?? '') <= dueBefore;
  });
}

async function takeAway({ database, files, clock }: SweepParts, due: readonly MediaName[]): Promise<MediaName[]> {
  const taken: MediaName[] = [];
  for (const name of due) {
    // Another server may be storing its row at this moment, under the same name.
    await database.exclusively(lockOf(name), async () => {
      if (await isReferredTo(database.reader, name)) return;
      await files.setAside(name);
      taken.push(name);
    });
  }
  const now = stamp(clock);
  const rows = taken.map((name) => ({ file_name: fileNameOf(name), seen_at: now, aside_at: now }));
  await database.transact((tx) => putOrphans(tx, rows));
  return taken;
}

async function deleteOld({ database, files, clock }: SweepParts, rows: Iterable<OrphanRow>): Promise<void> {
  const oldBefore = stamp(() => clock() - ASIDE_MS);
  for (const { file_name: fileName, aside_at: asideAt } of rows) {
    const name = parseFileName(fileName);
    if (name === undefined || asideAt === null || asideAt > oldBefore) continue;
    await files.removeAside(name);
    await database.transact((tx) => deleteOrphan(tx, fileName));
  }
}

/** Lets the next sweep take any number of files, and ends its rest after an adoption. */
export const allowSweep: OperatorCommand = async function* (database) {
  const isDone = await database.transact((tx) => setSweep(tx, { rests_until: null, sweeps_all: true }));
  yield isDone
    ? 'The next sweep, at a start or within a day, sets all files aside to which no row has referred for a day. They are deleted 30 days later'
    : 'No server has started on this database yet: there is nothing to sweep';
};
