import type { Reader, Transactor } from './database.ts';

/** The row that marks a media store as this database's. Copies of the database don't have it. */
export interface StoreOwnerRow {
  /** Random id; the store's mark contains this one, or the former one. */
  readonly current: string;
  readonly former: string | null;
  /** Until then no file counts as an orphan; null if there is no such pause. */
  readonly rests_until: string | null;
  /** Whether the next sweep may remove any number of files. PostgreSQL and SQLite return different types. */
  readonly sweeps_all: boolean | number;
}

const ROW = { id: 1 };
/** Within the limit of parameters of a query. */
const ROWS_AT_ONCE = 1000;

/** The owner row; undefined before the first start on a store. */
export async function findStoreOwner(reader: Reader): Promise<StoreOwnerRow | undefined> {
  return reader<StoreOwnerRow>('store_owner').where(ROW).first('current', 'former', 'rests_until', 'sweeps_all');
}

/** Replaces the owner row. */
export async function putStoreOwner(tx: Transactor, row: StoreOwnerRow): Promise<void> {
  await tx('store_owner')
    .insert({ ...ROW, ...row })
    .onConflict('id')
    .merge();
}

/**
 * Changes when the next sweep may run, and whether it may remove any number of files. Returns false if no server has
 * started on this database.
 */
export async function setSweep(
  tx: Transactor,
  change: Pick<StoreOwnerRow, 'rests_until' | 'sweeps_all'>,
): Promise<boolean> {
  return (await tx('store_owner').where(ROW).update(change)) > 0;
}

/** A stored file that no row refers to. */
export interface OrphanRow {
  readonly file_name: string;
  /** When a sweep first saw it; null for a file that is deleted after its row, and may already be deleted. */
  readonly seen_at: string | null;
  /** When it was set aside; null while it is in its place. */
  readonly aside_at: string | null;
}

/** All orphans. */
export async function listOrphans(reader: Reader): Promise<OrphanRow[]> {
  return reader<OrphanRow>('orphans').select('file_name', 'seen_at', 'aside_at');
}

/** Adds or replaces orphans. */
export async function putOrphans(tx: Transactor, rows: readonly OrphanRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx('orphans')
      .insert(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict('file_name')
      .merge();
  }
}

/** Forgets an orphan that was deleted or has a row again. */
export async function deleteOrphan(tx: Transactor, fileName: string): Promise<void> {
  await tx('orphans').where({ file_name: fileName }).delete();
}
