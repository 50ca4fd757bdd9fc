import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { DATABASE_FILE, type Database, type Reader } from '../../server/store/database.ts';
import { openWriter, takeWriteLock } from '../../server/store/sqlite.ts';
import { listTables } from './catalogue.ts';
import { isOnPostgres, openTestDatabase } from './test-database.ts';

/** Everything that a server keeps: its rows by table, and the names, sizes and hashes of its files. */
export interface Kept {
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly files: Readonly<Record<string, string>>;
}

/** A look at a running server's data, and a way back to how it was. */
export interface DataSnapshot {
  /** What was kept when the snapshot was taken. */
  readonly before: Kept;
  /** What is kept now. */
  look(): Promise<Kept>;
  /** Puts back what has changed, and returns whether anything had. */
  restore(): Promise<boolean>;
  close(): Promise<void>;
}

/** Folders of the data that hold files: what is kept, and what is arriving. */
const FOLDERS = ['media', 'drop-ici.incoming', 'drop-ici.resumable'];

/** Tables that change beside what a call stores: by triggers, for limits, and while upkeep runs. */
const NOT_KEPT: ReadonlySet<string> = new Set(['list_versions', 'rate_counts', 'leases']);

/** Remembers the data of a server that runs on this folder; `copyDir` is a folder of the test's own. */
export async function takeSnapshot(dataDir: string, copyDir: string): Promise<DataSnapshot> {
  const database = await openTestDatabase(dataDir);
  const connection = isOnPostgres() ? onPostgres(database) : onFile(dataDir);
  const tables = (await listTables(database.reader)).filter((table) => !NOT_KEPT.has(table));
  const readFiles = createFileReader(dataDir);
  let version: unknown = null;
  let rows: Kept['rows'] = {};
  const look = async (): Promise<Kept> => {
    const now = await connection.version();
    // Reading all tables takes longer than the call whose changes are looked for.
    if (now !== version) rows = await readRows(database.reader, tables);
    version = now;
    return { rows, files: await readFiles() };
  };
  const before = await look();
  const textsBefore = textsOf(before.rows);
  await cp(join(dataDir, 'media'), copyDir, { recursive: true });
  return {
    before,
    look,
    restore: async () => {
      const now = await look();
      const texts = now.rows === before.rows ? textsBefore : textsOf(now.rows);
      const changed = tables.filter((table) => texts.get(table) !== textsBefore.get(table));
      if (changed.length > 0) {
        const found = await connection.write((tx) => writeRows(tx, before.rows, changed));
        // Unless somebody has written since the look, all is as it was then.
        if (found === version) rows = before.rows;
        else version = null;
      }
      const isOtherFile = JSON.stringify(now.files) !== JSON.stringify(before.files);
      if (isOtherFile) {
        for (const folder of FOLDERS) await empty(join(dataDir, folder));
        await cp(copyDir, join(dataDir, 'media'), { recursive: true });
      }
      return changed.length > 0 || isOtherFile;
    },
    close: async () => {
      await connection.close();
      await database.close();
    },
  };
}

/** A connection that knows whether others have written. */
interface Connection {
  /** What changes with every commit of others. */
  version(): Promise<unknown>;
  /** Writes without a look at what refers to what, and returns the version that it found. */
  write(work: (tx: Knex.Transaction) => Promise<void>): Promise<unknown>;
  close(): Promise<void>;
}

function onPostgres(database: Database): Connection {
  return {
    version: async () => {
      const { rows } = await database.reader.raw<{ rows: unknown[] }>(
        'select pg_snapshot_xmax(pg_current_snapshot())::text',
      );
      return JSON.stringify(rows);
    },
    write: async (work) => {
      await database.transact(async (tx) => {
        await tx.raw('SET LOCAL session_replication_role = replica');
        await work(tx);
      });
      // Its own commit is another version.
      return null;
    },
    close: async () => undefined,
  };
}

function onFile(dataDir: string): Connection {
  const writer = openWriter(join(dataDir, DATABASE_FILE));
  const readVersion = async (reader: Knex): Promise<unknown> => JSON.stringify(await reader.raw('PRAGMA data_version'));
  return {
    version: () => readVersion(writer),
    write: async (work) => {
      // Nothing happens to the rows that refer to one which goes and comes back.
      await writer.raw('PRAGMA foreign_keys = OFF');
      return writer.transaction(async (tx) => {
        await takeWriteLock(tx);
        const found = await readVersion(tx);
        await tx('list_versions').delete();
        await work(tx);
        // Kept lists are of before.
        await tx.raw(
          'INSERT OR REPLACE INTO list_versions (parcours_id, version) SELECT id, lower(hex(randomblob(12))) FROM parcours',
        );
        return found;
      });
    },
    close: () => writer.destroy(),
  };
}

function textsOf(rows: Kept['rows']): ReadonlyMap<string, string> {
  return new Map(Object.entries(rows).map(([table, content]) => [table, JSON.stringify(content)]));
}

async function readRows(reader: Reader, tables: readonly string[]): Promise<Kept['rows']> {
  const rows: Record<string, Record<string, unknown>[]> = {};
  if (isOnPostgres()) {
    // All at once: counting for limits changes the version with each call.
    const parts = tables.map(
      () => `select ?::text as name, (select coalesce(json_agg(r order by r::text), '[]') from ?? r) as content`,
    );
    const bindings = tables.flatMap((table) => [table, table]);
    const { rows: read } = await reader.raw<{ rows: { name: string; content: Record<string, unknown>[] }[] }>(
      parts.join(' union all '),
      bindings,
    );
    return Object.fromEntries(read.map(({ name, content }) => [name, content]));
  }
  for (const table of tables) {
    const found: Record<string, unknown>[] = await reader(table);
    // Rows have no order of their own that both databases keep.
    rows[table] = found
      .map((row) => [JSON.stringify(row), row] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, row]) => row);
  }
  return rows;
}

async function writeRows(tx: Knex.Transaction, rows: Kept['rows'], tables: readonly string[]): Promise<void> {
  for (const table of tables) await tx(table).delete();
  for (const table of tables) {
    const content = rows[table] ?? [];
    if (content.length > 0) await tx(table).insert([...content]);
  }
}

/** Reads the hashes of all files, of each once: a file is replaced, never changed without another time or size. */
function createFileReader(dataDir: string): () => Promise<Record<string, string>> {
  const known = new Map<string, string>();
  return async () => {
    const found: Record<string, string> = {};
    for (const folder of FOLDERS) {
      for (const name of (await readdir(join(dataDir, folder), { recursive: true })).sort()) {
        const path = join(dataDir, folder, name);
        // A file may go while it is looked at: what is arriving is removed once its request is over.
        const info = await stat(path, { bigint: true }).catch(() => undefined);
        if (!info?.isFile()) continue;
        const seen = [path, info.ino, info.size, info.mtimeNs, info.ctimeNs].join();
        const hash =
          known.get(seen) ??
          createHash('sha256')
            .update(await readFile(path))
            .digest('hex');
        known.set(seen, hash);
        found[join(folder, name)] = hash;
      }
    }
    return found;
  };
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
