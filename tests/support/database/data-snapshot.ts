import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { DATABASE_FILE, type Database } from '../../../server/store/database.ts';
import { openWriter, takeWriteLock } from '../../../server/store/sqlite.ts';
import { listTables } from './catalogue.ts';
import { isOnPostgres, openTestDatabase } from './test-database.ts';

/** A way back to how a running server's data were. */
export interface DataSnapshot {
  /** The files that are kept now: their hashes by name. */
  readFiles(): Readonly<Record<string, string>>;
  /** Puts back what has changed, and returns whether anything had. */
  restore(): Promise<boolean>;
  close(): Promise<void>;
}

/** Folders of the data that hold files: what is kept, and what is arriving. */
const FOLDERS = ['media', 'drop-ici.incoming', 'drop-ici.resumable'];

/** Tables that change beside what a call stores: by triggers, for limits, and while upkeep runs. */
const NOT_KEPT: ReadonlySet<string> = new Set(['list_versions', 'rate_counts', 'leases']);

/** Remembers the data of a server that runs on this folder, in a folder that closing it removes. */
export async function takeSnapshot(dataDir: string): Promise<DataSnapshot> {
  const database = await openTestDatabase(dataDir);
  const tables = (await listTables(database.reader)).filter((table) => !NOT_KEPT.has(table));
  const rows = isOnPostgres() ? await copyOnPostgres(database, tables) : await copyOnFile(dataDir, tables);
  const readFiles = createFileReader(dataDir);
  const filesBefore = JSON.stringify(readFiles());
  const copyDir = await mkdtemp(join(tmpdir(), 'drop-ici-copy-'));
  await cp(join(dataDir, 'media'), copyDir, { recursive: true });
  return {
    readFiles,
    restore: async () => {
      const isOtherRow = await rows.restore();
      const isOtherFile = JSON.stringify(readFiles()) !== filesBefore;
      if (isOtherFile) {
        for (const folder of FOLDERS) await empty(join(dataDir, folder));
        await cp(copyDir, join(dataDir, 'media'), { recursive: true });
      }
      return isOtherRow || isOtherFile;
    },
    close: async () => {
      await rows.close();
      await database.close();
      await rm(copyDir, { recursive: true });
    },
  };
}

/** A copy of all rows, which the database itself compares and puts back: reading them here would take longer than a call. */
interface CopiedRows {
  /** Puts back what has changed, and returns whether anything had. */
  restore(): Promise<boolean>;
  close(): Promise<void>;
}

async function copyOnPostgres(database: Database, tables: readonly string[]): Promise<CopiedRows> {
  await database.transact(async (tx) => {
    await tx.raw('CREATE SCHEMA before');
    await copyTables(tx, 'public', tables);
  });
  return {
    restore: () =>
      database.transact(async (tx) => {
        const { rows } = await tx.raw<{ rows: { name: string }[] }>(findOthers('public', tables));
        // Nothing happens to the rows that refer to one which goes and comes back.
        await tx.raw('SET LOCAL session_replication_role = replica');
        await putBack(tx, 'public', rows);
        return rows.length > 0;
      }),
    close: async () => undefined,
  };
}

async function copyOnFile(dataDir: string, tables: readonly string[]): Promise<CopiedRows> {
  const writer = openWriter(join(dataDir, DATABASE_FILE));
  /** What changes with every commit of others. */
  const readVersion = async (reader: Knex): Promise<unknown> => JSON.stringify(await reader.raw('PRAGMA data_version'));
  // As on PostgreSQL, nothing happens to the rows that refer to one which goes and comes back.
  await writer.raw('PRAGMA foreign_keys = OFF');
  await writer.raw("ATTACH ':memory:' AS before");
  let version: unknown = null;
  await writer.transaction(async (tx) => {
    await takeWriteLock(tx);
    version = await readVersion(tx);
    await copyTables(tx, 'main', tables);
  });
  return {
    restore: async () => {
      if ((await readVersion(writer)) === version) return false;
      return writer.transaction(async (tx) => {
        await takeWriteLock(tx);
        version = await readVersion(tx);
        const others: { name: string }[] = await tx.raw(findOthers('main', tables));
        if (others.length === 0) return false;
        await tx('list_versions').delete();
        await putBack(tx, 'main', others);
        // Kept lists are of before.
        await tx.raw(
          'INSERT OR REPLACE INTO list_versions (parcours_id, version) SELECT id, lower(hex(randomblob(12))) FROM parcours',
        );
        return true;
      });
    },
    close: () => writer.destroy(),
  };
}

async function copyTables(tx: Knex.Transaction, schema: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) await tx.raw(`CREATE TABLE before.${table} AS SELECT * FROM ${schema}.${table}`);
}

/** The query for the names of the tables that have other rows than the copy. None has a row twice. */
function findOthers(schema: string, tables: readonly string[]): string {
  return tables
    .map(
      (table) =>
        `SELECT '${table}' AS name WHERE (SELECT count(*) FROM ${schema}.${table}) <> (SELECT count(*) FROM before.${table})
         OR EXISTS (SELECT * FROM ${schema}.${table} EXCEPT SELECT * FROM before.${table})`,
    )
    .join(' UNION ALL ');
}

async function putBack(
  tx: Knex.Transaction,
  schema: string,
  tables: readonly { readonly name: string }[],
): Promise<void> {
  for (const { name } of tables) await tx.raw(`DELETE FROM ${schema}.${name}`);
  for (const { name } of tables) await tx.raw(`INSERT INTO ${schema}.${name} SELECT * FROM before.${name}`);
}

/**
 * Reads the hashes of all files, of each once: a file is replaced, never changed without another time or size. Waiting for each
 * look at the disk would take longer than a call.
 */
function createFileReader(dataDir: string): () => Record<string, string> {
  const known = new Map<string, string>();
  return () => {
    const found: Record<string, string> = {};
    for (const folder of FOLDERS) {
      for (const name of readdirSync(join(dataDir, folder), { recursive: true, encoding: 'utf8' }).sort()) {
        const path = join(dataDir, folder, name);
        // A file may go while it is looked at: what is arriving is removed once its request is over.
        const info = statSync(path, { bigint: true, throwIfNoEntry: false });
        if (!info?.isFile()) continue;
        const seen = [path, info.ino, info.size, info.mtimeNs, info.ctimeNs].join();
        const hash = known.get(seen) ?? createHash('sha256').update(readFileSync(path)).digest('hex');
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
