import type { Reader, Transactor } from '../database.ts';

/** What a database knows of the move that brought its rows. */
export interface MoveRow {
  /** Of the data folder that they came from. */
  readonly source: string;
  /** When the source's database was made, which tells it from others. */
  readonly source_made_at: string;
  readonly begun_at: string;
  /** Null until all is there, and while it is brought up to date. */
  readonly finished_at: string | null;
  /** When something here was first changed by anybody but a move; null until then. */
  readonly used_at: string | null;
}

const ONLY = { id: 1 };

/** Undefined for a database that no move has touched. */
export async function findMove(reader: Reader): Promise<MoveRow | undefined> {
  return reader<MoveRow>('moves').where(ONLY).first();
}

/** Notes that a move begins, or begins again. */
export async function beginMove(tx: Transactor, row: Omit<MoveRow, 'finished_at' | 'used_at'>): Promise<void> {
  await tx('moves')
    .insert({ ...ONLY, ...row, finished_at: null })
    .onConflict('id')
    .merge();
}

/** Notes that all is there. */
export async function finishMove(tx: Transactor, finished_at: string): Promise<void> {
  await tx('moves').where(ONLY).update({ finished_at });
  // Queries are then planned for as many rows as there are.
  await tx.raw('ANALYZE');
}

/** Notes that something is changed here by anybody but a move. */
export async function noteUse(tx: Transactor, used_at: string): Promise<void> {
  await tx('moves').where(ONLY).whereNull('used_at').update({ used_at });
}

/** When a database was made: in the milliseconds of its first migration. Its copies say the same, other databases don't. */
export async function madeAt(reader: Reader): Promise<string> {
  const first: { migration_time: number | string | Date } | undefined = await reader('knex_migrations')
    .orderBy('id')
    .first('migration_time');
  if (first === undefined) throw new Error('Expected a database with tables, got one without');
  return new Date(first.migration_time).toISOString();
}
