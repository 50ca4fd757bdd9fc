import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FILE, type Database, type Reader } from '../../server/store/database.ts';
import { openWriter } from '../../server/store/driver/sqlite.ts';
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
  /** Puts everything back. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Folders of the data that hold files: what is kept, and what is arriving. */
const FOLDERS = ['media', 'drop-ici.incoming', 'drop-ici.resumable'];

/** Remembers the data of a server that runs on this folder; `copyDir` is a folder of the test's own. */
export async function takeSnapshot(dataDir: string, copyDir: string): Promise<DataSnapshot> {
  const database = await openTestDatabase(dataDir);
  const versions = openVersions(dataDir, database.reader);
  // Triggers write the versions of lists with whatever else is written.
  const tables = (await listTables(database.reader)).filter((table) => table !== 'list_versions');
  let version: unknown = null;
  let rows: Kept['rows'] = {};
  const look = async (): Promise<Kept> => {
    const now = await versions.read();
    // Reading all tables takes longer than the call whose changes are looked for.
    if (now !== version) rows = await readRows(database.reader, tables);
    version = now;
    return { rows, files: await readFiles(dataDir) };
  };
  const before = await look();
  await cp(join(dataDir, 'media'), copyDir, { recursive: true });
  return {
    before,
    look,
    restore: async () => {
      const now = await look();
      if (JSON.stringify(now.rows) !== JSON.stringify(before.rows)) await writeRows(database, before.rows);
      if (JSON.stringify(now.files) !== JSON.stringify(before.files)) {
        for (const folder of FOLDERS) await empty(join(dataDir, folder));
        await cp(copyDir, join(dataDir, 'media'), { recursive: true });
      }
    },
    close: async () => {
      await versions.close();
      await database.close();
    },
  };
}

/** What changes with every commit. */
function openVersions(dataDir: string, reader: Reader) {
  if (isOnPostgres()) {
    const read = async (): Promise<unknown> => {
      const { rows } = await reader.raw<{ rows: unknown[] }>('select pg_snapshot_xmax(pg_current_snapshot())::text');
      return JSON.stringify(rows);
    };
    return { read, close: async () => undefined };
  }
  // One connection that never writes: the version it sees changes with every commit of the others.
  const counter = openWriter(join(dataDir, DATABASE_FILE));
  const read = async (): Promise<unknown> => JSON.stringify(await counter.raw('PRAGMA data_version'));
  return { read, close: () => counter.destroy() };
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

async function writeRows(database: Database, rows: Kept['rows']): Promise<void> {
  await database.transact(async (tx) => {
    await tx.raw(isOnPostgres() ? 'SET LOCAL session_replication_role = replica' : 'PRAGMA defer_foreign_keys = ON');
    for (const table of Object.keys(rows)) await tx(table).delete();
    // What another table's deletion cascades to has to be gone before anything comes back.
    for (const [table, content] of Object.entries(rows)) if (content.length > 0) await tx(table).insert([...content]);
  });
}

async function readFiles(dataDir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const folder of FOLDERS) {
    for (const name of (await readdir(join(dataDir, folder), { recursive: true })).sort()) {
      const path = join(dataDir, folder, name);
      // A file may go while it is looked at: what is arriving is removed once its request is over.
      const info = await stat(path).catch(() => undefined);
      if (info?.isFile())
        found[join(folder, name)] = createHash('sha256')
          .update(await readFile(path))
          .digest('hex');
    }
  }
  return found;
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
