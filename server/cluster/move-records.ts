import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Reader, Transactor, UseClaim } from '../store/database.ts';
import { flush, unlessMissing } from '../store/files.ts';

/** What a database stores about the move that filled it. */
interface MoveRow {
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

/** When a database was created: the time of its first migration, to the millisecond. Equal in its copies only. */
export async function madeAt(reader: Reader): Promise<string> {
  const first: { migration_time: number | string | Date } | undefined = await reader('knex_migrations')
    .orderBy('id')
    .first('migration_time');
  if (first === undefined) throw new Error('Expected a database with tables, got one without');
  return new Date(first.migration_time).toISOString();
}

/** The database can't be used now; the message says why. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}

/**
 * Claims a database for a server, which may change it from `now` on: no move writes to it any more. A server is alone
 * if no other can reach its stored files. @throws DatabaseInUseError while a move or an erasure runs, or after an
 * unfinished move
 */
export async function claimForServer(database: Database, isAlone: boolean, now: string): Promise<UseClaim> {
  const claim = await database.claim(isAlone ? 'alone' : 'server');
  if (claim === null) {
    const server = isAlone ? 'another server (several need MEDIA_STORE)' : 'a server without MEDIA_STORE';
    const users = `${server}, a move, or an erasure by npm run admin`;
    throw new DatabaseInUseError(`The database (DATABASE_URL) is in use by ${users}`);
  }
  try {
    await database.transact((tx) => useMoved(tx, now));
    return claim;
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/**
 * Wraps the database for an operator's command, whose first change ends the moves to it. `check` rejects if nothing may
 * be changed there: a move may have ended meanwhile.
 */
export function forOperator(database: Database, now: () => string, check: () => Promise<void>): Database {
  return {
    ...database,
    transact: (work, about) =>
      database.transact(async (tx) => {
        await check();
        await useMoved(tx, now());
        return work(tx);
      }, about),
  };
}

async function useMoved(tx: Transactor, now: string): Promise<void> {
  const move = await findMove(tx);
  if (move === undefined) return;
  if (move.finished_at === null) {
    throw new DatabaseInUseError(
      `A move from ${move.source} to the database (DATABASE_URL) has not finished: stop the server there and run npm run move again first`,
    );
  }
  if (move.used_at === null) await noteUse(tx, now);
}

/** The file in a data folder that records what was moved from it, and where to. */
export const MOVED_FILE = 'moved.json';

/** The movable parts of a data folder. */
export type Moveable = 'database' | 'media';

interface Moved {
  /** Address without a user or a password. */
  readonly to: string;
  readonly at: string;
}

/** What a move took from a data folder. */
type MovedAway = { readonly [Part in Moveable]?: Moved };

/** The requested part of a data folder was moved elsewhere; the message says where, when, and what to do. */
export class MovedAwayError extends Error {
  override readonly name = 'MovedAwayError';
}

/** The parts of a data folder that a process with these settings uses. */
export function usedParts(databaseUrl: string | null, mediaStore: unknown): Moveable[] {
  const parts: Moveable[] = databaseUrl === null ? ['database'] : [];
  return mediaStore === null ? [...parts, 'media'] : parts;
}

/** Refuses the use of parts that a move took from a data folder. @throws MovedAwayError */
export async function refuseMoved(dataDir: string, parts: readonly Moveable[]): Promise<void> {
  const moved = await readMoved(dataDir);
  const gone = parts.filter((part) => moved[part] !== undefined);
  if (gone.length > 0) throw new MovedAwayError(describe(dataDir, moved, gone));
}

/** Refuses to move parts to another target than an earlier move did. @throws MovedAwayError */
export async function refuseMovedElsewhere(
  dataDir: string,
  wanted: Readonly<Partial<Record<Moveable, string>>>,
): Promise<void> {
  const moved = await readMoved(dataDir);
  const gone = PARTS.filter(
    (part) => wanted[part] !== undefined && ![undefined, wanted[part]].includes(moved[part]?.to),
  );
  if (gone.length > 0) throw new MovedAwayError(describe(dataDir, moved, gone));
}

/** Records that parts were moved elsewhere. Returns a function that undoes the record. */
export async function noteMoved(dataDir: string, moved: MovedAway): Promise<() => Promise<void>> {
  const before = await readMoved(dataDir);
  await writeMoved(dataDir, { ...before, ...moved });
  return () => writeMoved(dataDir, before);
}

/** Makes moved parts usable again, as if they had never been moved. */
export async function forgetMoved(dataDir: string, parts: readonly Moveable[]): Promise<void> {
  const moved = await readMoved(dataDir);
  if (parts.every((part) => moved[part] === undefined)) return;
  const rest = Object.entries(moved).filter(([part]) => !parts.some((name) => name === part));
  await writeMoved(dataDir, Object.fromEntries(rest));
}

const PARTS: readonly Moveable[] = ['database', 'media'];
const SETTINGS = { database: 'DATABASE_URL', media: 'MEDIA_STORE' } satisfies Record<Moveable, string>;
const WORDS = { database: 'database', media: 'files' } satisfies Record<Moveable, string>;

function describe(dataDir: string, moved: MovedAway, gone: readonly Moveable[]): string {
  const parts = gone.map((part) => `its ${WORDS[part]} to ${moved[part]?.to} at ${moved[part]?.at}`).join(', and ');
  const settings = gone.map((part) => SETTINGS[part]).join(' and ');
  return (
    `${dataDir} (DATA_DIR) was moved: ${parts}. Set ${settings} to use that. What is left here is old, and what is changed here ` +
    'does not get there. If the old ones are meant all the same, add --after-move, as in npm start -- --after-move'
  );
}

async function readMoved(dataDir: string): Promise<MovedAway> {
  const text = await unlessMissing(readFile(join(dataDir, MOVED_FILE), 'utf8'));
  if (text === undefined) return {};
  try {
    const { database, media } = JSON.parse(text);
    return { ...(database && { database }), ...(media && { media }) };
  } catch (cause) {
    throw new MovedAwayError(
      `Cannot read in ${join(dataDir, MOVED_FILE)} where a move took the data: look at it, and delete it if they are here`,
      { cause },
    );
  }
}

async function writeMoved(dataDir: string, moved: MovedAway): Promise<void> {
  const file = join(dataDir, MOVED_FILE);
  if (Object.keys(moved).length === 0) {
    await rm(file, { force: true });
  } else {
    const draft = `${file}.draft`;
    await writeFile(draft, `${JSON.stringify(moved, undefined, 2)}\n`, { flush: true, mode: 0o600 });
    await rename(draft, file);
  }
  await flush(dataDir);
}
