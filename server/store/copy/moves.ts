import type { Reader, Transactor } from '../database.ts';

/** What a database stores about the move that filled it. */
export interface MoveRow {
  /** The data folder that the rows came from. */
  readonly source: string;
  /** When the source's database was created; identifies it. */
  readonly source_made_at: string;
  readonly begun_at: string;
  /** Null until everything is copied, and while the copy is updated. */
  readonly finished_at: string | null;
  /** When anything but a move first changed something here; null until then. */
  readonly used_at: string | null;
}

const ONLY = { id: 1 };

/** The move into this database; undefined if there was none. */
export async function findMove(reader: Reader): Promise<MoveRow | undefined> {
  return reader<MoveRow>('moves').where(ONLY).first();
}

/** Records that a move begins, or begins again. */
export async function beginMove(tx: Transactor, row: Omit<MoveRow, 'finished_at' | 'used_at'>): Promise<void> {
  await tx('moves')
    .insert({ ...ONLY, ...row, finished_at: null })
    .onConflict('id')
    .merge();
}

/** Records that everything is copied. */
export async function finishMove(tx: Transactor, finished_at: string): Promise<void> {
  await tx('moves').where(ONLY).update({ finished_at });
  // Lets the planner use the real row counts.
  await tx.raw('ANALYZE');
}

/** Records that something other than a move changes the database. */
export async function noteUse(tx: Transactor, used_at: string): Promise<void> {
  await tx('moves').where(ONLY).whereNull('used_at').update({ used_at });
}

/**
 * When a database was created: the time of its first migration, to the millisecond. Equal in copies, different in other
 * databases.
 */
export async function madeAt(reader: Reader): Promise<string> {
  const first: { migration_time: number | string | Date } | undefined = await reader('knex_migrations')
    .orderBy('id')
    .first('migration_time');
  if (first === undefined) throw new Error('Expected a database with tables, got one without');
  return new Date(first.migration_time).toISOString();
}
