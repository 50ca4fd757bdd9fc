import type { Reader, Transactor } from '../database.ts';

/** The row that tells a store of files as this database's. Copies of the database don't have it. */
export interface StoreOwnerRow {
  /** Random; the store's mark names it, or the one before. */
  readonly current: string;
  readonly former: string | null;
  /** Until when no file is taken for an orphan; null for no rest. */
  readonly rests_until: string | null;
  /** Whether the next sweep may take any number of files. PostgreSQL and SQLite give different types. */
  readonly sweeps_all: boolean | number;
}

const ROW = { id: 1 };
/** Few enough for the parameters of a query. */
const ROWS_AT_ONCE = 1000;

/** Undefined before the first start on a store. */
export async function findStoreOwner(reader: Reader): Promise<StoreOwnerRow | undefined> {
  return reader<StoreOwnerRow>('store_owner').where(ROW).first('current', 'former', 'rests_until', 'sweeps_all');
}

/** Replaces the row. */
export async function putStoreOwner(tx: Transactor, row: StoreOwnerRow): Promise<void> {
  await tx('store_owner')
    .insert({ ...ROW, ...row })
    .onConflict('id')
    .merge();
}

/** Changes when, and how much, the next sweep may take. Returns false if no server has started on this database. */
export async function setSweep(
  tx: Transactor,
  change: Pick<StoreOwnerRow, 'rests_until' | 'sweeps_all'>,
): Promise<boolean> {
  return (await tx('store_owner').where(ROW).update(change)) > 0;
}

/** A stored file to which no row refers. */
export interface OrphanRow {
  readonly file_name: string;
  /** When a sweep first saw it; null for a file that is deleted after its row, and may be so already. */
  readonly seen_at: string | null;
  /** When it was set aside; null while it is in its place. */
  readonly aside_at: string | null;
}

/** All of them. */
export async function listOrphans(reader: Reader): Promise<OrphanRow[]> {
  return reader<OrphanRow>('orphans').select('file_name', 'seen_at', 'aside_at');
}

/** Adds orphans, or replaces what is known of them. */
export async function putOrphans(tx: Transactor, rows: readonly OrphanRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx('orphans')
      .insert(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict('file_name')
      .merge();
  }
}

/** Forgets one, whose file is gone or has a row again. */
export async function deleteOrphan(tx: Transactor, fileName: string): Promise<void> {
  await tx('orphans').where({ file_name: fileName }).delete();
}
