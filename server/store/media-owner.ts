import { randomUUID } from 'node:crypto';
import type { Database, Reader, Transactor } from './database.ts';
import type { MediaFiles, StoreMark } from './files.ts';

/** The row that marks a media store as this database's. Copies of the database don't have it. */
interface StoreOwnerRow {
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

async function putStoreOwner(tx: Transactor, row: StoreOwnerRow): Promise<void> {
  await tx('store_owner')
    .insert({ ...ROW, ...row })
    .onConflict('id')
    .merge();
}

/** Changes when the next sweep may run and what it may remove; false if no server has started on this database. */
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

/** No file counts as an orphan for this long after an adoption: a restored database doesn't know the newest ones. */
const REST_MS = 30 * 24 * 3600 * 1000;

/** The files seem to belong to another database; the message says what to do. */
export class StoreOwnerError extends Error {
  override readonly name = 'StoreOwnerError';
}

interface Mark {
  readonly owner: string;
  /** Identity of the database: see `Database.identity`. */
  readonly database: string | null;
}

/** What the check needs. */
export interface StoreOwnerParts {
  readonly database: Pick<Database, 'reader' | 'transact' | 'exclusively' | 'identity'>;
  readonly files: Pick<MediaFiles, 'mark'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** What a check without changes needs. */
export interface CheckedStore {
  /** Null if it has no tables yet. */
  readonly database: Pick<Database, 'reader' | 'identity'> | null;
  readonly files: { readonly mark: Pick<StoreMark, 'address' | 'read'> };
}

/** A move that brings files to a store for a service. */
interface StoreMove {
  /** The folder that the files come from, as shown to the operator. */
  readonly from: string;
  /** When the service's database was created; identifies it. */
  readonly madeAt: string;
}

/**
 * Checks that the files belong to this database, and gives both a new common id: a copy of either is refused from then
 * on. If files of another database are adopted, none counts as an orphan for 30 days. @throws StoreOwnerError
 */
export async function claimStore({ database, files, clock }: StoreOwnerParts, adopts = false): Promise<void> {
  await database.exclusively('store owner', async () => {
    const [row, mark] = await Promise.all([findStoreOwner(database.reader), readMark(files)]);
    const fault = faultOf(row, mark, database.identity, files.mark.address);
    if (fault !== null && !adopts) throw new StoreOwnerError(fault);
    const current = randomUUID();
    const rests = fault === null ? (row?.rests_until ?? null) : new Date(clock() + REST_MS).toISOString();
    // First here: after a crash the mark still names the owner that is `former` here.
    await database.transact((tx) =>
      putStoreOwner(tx, {
        current,
        former: mark?.owner ?? null,
        rests_until: rests,
        sweeps_all: fault === null && Boolean(row?.sweeps_all),
      }),
    );
    await files.mark.write(JSON.stringify({ owner: current, database: database.identity } satisfies Mark));
  });
}

/** Performs the same check without changes. @throws StoreOwnerError */
export async function checkStore({ database, files }: CheckedStore): Promise<void> {
  const mark = await readMark(files);
  // Read last: a server that is just starting writes it first, so the row is at least as new as the mark.
  const row = database === null ? undefined : await findStoreOwner(database.reader);
  const fault = faultOf(row, mark, database?.identity ?? null, files.mark.address);
  if (fault !== null) throw new StoreOwnerError(fault);
}

/** Makes a database with all rows of the files' owner the owner of the files with this mark. */
export async function inheritStore(tx: Transactor, mark: string | undefined): Promise<void> {
  if (mark === undefined) return;
  await putStoreOwner(tx, { current: parseMark(mark, 'it').owner, former: null, rests_until: null, sweeps_all: false });
}

/**
 * Marks a store that a move fills: no server uses it until {@link endStoreMove}, an earlier one of which may have
 * written `own`. @throws StoreOwnerError if the files belong, or will belong, to another database
 */
export async function beginStoreMove(mark: StoreMark, move: StoreMove, own: string | undefined): Promise<void> {
  const text = await mark.read();
  const isFree = text === undefined || text === own || readMove(text)?.madeAt === move.madeAt;
  if (!isFree) {
    throw new StoreOwnerError(
      `${mark.address} is there: the files belong to another database, or a server has run on them. Name an empty bucket or prefix`,
    );
  }
  await mark.write(JSON.stringify({ move } satisfies { move: StoreMove }));
}

/** Releases the store: to the owner of the given mark, or without one to the first server that claims it. */
export async function endStoreMove(mark: StoreMark, own: string | undefined): Promise<void> {
  await (own === undefined ? mark.remove() : mark.write(own));
}

async function readMark(files: CheckedStore['files']): Promise<Mark | undefined> {
  const text = await files.mark.read();
  return text === undefined ? undefined : parseMark(text, files.mark.address);
}

function parseMark(text: string, address: string): Mark {
  try {
    const { owner, database = null } = JSON.parse(text);
    if (typeof owner === 'string') return { owner, database };
  } catch {
    // Truncated, or not JSON.
  }
  const move = readMove(text);
  if (move !== undefined) {
    throw new StoreOwnerError(
      `A move from ${move.from} has not brought all files here yet: stop its server and run npm run move again. Who gives the move up deletes ${address}`,
    );
  }
  throw new StoreOwnerError(`The mark of the files' database can't be read: ${text.slice(0, 100)}`);
}

/** The move in this mark; undefined for another mark. */
function readMove(text: string): StoreMove | undefined {
  try {
    return JSON.parse(text).move;
  } catch {
    return undefined;
  }
}

/** The reason why the files don't belong to this database; null if they do, or if both are new. */
function faultOf(
  row: StoreOwnerRow | undefined,
  mark: Mark | undefined,
  identity: string | null,
  address: string,
): string | null {
  const meant = 'If this is meant, such as after a restore, start once with --adopt';
  if (mark === undefined) {
    if (row === undefined) return null;
    return `There is no ${address}, which the database wrote: are these its files (MEDIA_STORE, DATA_DIR)? ${meant}`;
  }
  if (row === undefined) {
    return `The files belong to another database (${address}): this one is new, or a back-up without its own files. Restore a back-up as a whole, to an empty DATA_DIR; bring a service to a new database with npm run move; begin another one in another MEDIA_STORE or DATA_DIR. ${meant}`;
  }
  const isKnown = mark.owner === row.current || mark.owner === row.former;
  const isHere = mark.database === null || identity === null || mark.database === identity;
  if (isKnown && isHere) return null;
  return `The files belong to another database, or to a later state of this one (${address}). A copy of a database needs a copy of its files, in another MEDIA_STORE or DATA_DIR. ${meant}`;
}
