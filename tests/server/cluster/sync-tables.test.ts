import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COUNTS_TABLE } from '../../../server/cluster/postgres.ts';
import {
  type CopyProgress,
  compareTables,
  copyCounters,
  isSame,
  syncTables,
} from '../../../server/cluster/sync-tables.ts';
import { LEFT_OUT, readCatalogue, type Table } from '../../../server/cluster/table-rows.ts';
import { countRows } from '../../../server/store/aggregates.ts';
import { DATABASE_FILE, type Database } from '../../../server/store/database.ts';
import { fillTables } from '../../support/database/fill-tables.ts';
import {
  isOnPostgres,
  openEmptyFile,
  openTestDatabase,
  removeTestDatabase,
} from '../../support/database/test-database.ts';
import { makeFolder } from '../../support/test-folder.ts';

const ROWS_EACH = 20;

/** A database's file with rows in all tables. */
let filled: Buffer;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drop-ici-filled-'));
  const database = await openEmptyFile(folder);
  await fillTables(database, await readCatalogue(database.reader), ROWS_EACH, 1);
  await database.close();
  filled = await readFile(join(folder, DATABASE_FILE));
  await rm(folder, { recursive: true });
});

let folders: string[];
let source: Database;
let target: Database;
let tables: readonly Table[];
beforeEach(async () => {
  folders = [await makeFolder(), await makeFolder()];
  const [from = '', to = ''] = folders;
  await writeFile(join(from, DATABASE_FILE), filled);
  source = await openEmptyFile(from);
  target = await openTestDatabase(to);
  tables = await readCatalogue(source.reader);
});
afterEach(async () => {
  await source.close();
  await target.close();
  for (const folder of folders) await removeTestDatabase(folder);
});

const silent = (): void => undefined;

/** Copies, and returns the number of deleted and written rows. */
function sync(onProgress: (progress: CopyProgress) => void = silent): Promise<number> {
  return syncTables(source.reader, target, tables, onProgress);
}

/** Returns the names of the tables that differ, and the number of rows of all tables. */
async function compared(): Promise<{ readonly different: string[]; readonly rows: number }> {
  const all = await compareTables(source.reader, target.reader, tables, silent);
  return {
    different: all.filter((table) => !isSame(table)).map(({ name }) => name),
    rows: all.reduce((sum, { targetRows }) => sum + targetRows, 0),
  };
}

describe('the catalogue', () => {
  test('names every table and column of the database, except those left out for a reason', async () => {
    const columns: { table: string; column: string }[] = isOnPostgres()
      ? await target
          .reader('information_schema.columns')
          .where({ table_schema: 'public' })
          .select({ table: 'table_name', column: 'column_name' })
      : await target.reader.raw(
          `SELECT tables.name AS "table", columns.name AS "column"
            FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name <> 'sqlite_sequence'`,
        );
    const named = tables.flatMap(({ name, columns }) => [...columns.keys()].map((column) => `${name}.${column}`));
    const inDatabase = columns.filter(({ table }) => !LEFT_OUT.has(table) && table !== COUNTS_TABLE);
    expect(named.sort()).toEqual(inDatabase.map(({ table, column }) => `${table}.${column}`).sort());
    expect([...new Set(columns.map(({ table }) => table))]).toEqual(expect.arrayContaining([...LEFT_OUT]));
  });
});

describe('a copy of all tables', () => {
  test('has each row of each table with all its values', async () => {
    expect((await compared()).different).toEqual(tables.map(({ name }) => name));
    const changed = await sync();
    const { different, rows } = await compared();
    expect(different).toEqual([]);
    expect(rows).toBe(changed);
    expect(rows).toBeGreaterThan(tables.length * 10);
    for (const { name } of tables) {
      const copies: object[] = await target.reader(name).select('*');
      const rows: object[] = await source.reader(name).select('*');
      expect(copies.map(withoutDialect)).toEqual(expect.arrayContaining(rows.map(withoutDialect)));
    }
  });

  test('resumes after an interruption at any point, and writes no row twice', async () => {
    let changed = 0;
    let runs = 0;
    for (let isDone = false; !isDone; runs++) {
      let parts = 0;
      let before = 0;
      let step = '';
      try {
        await sync((progress) => {
          if (`${progress.step} ${progress.table}` !== step) before = 0;
          step = `${progress.step} ${progress.table}`;
          changed += progress.changed - before;
          before = progress.changed;
          if (progress.changed > 0 && ++parts === 2) throw new Error('broken off');
        });
        isDone = true;
      } catch (error) {
        expect(error).toEqual(new Error('broken off'));
      }
    }
    expect(runs).toBeGreaterThan(5);
    expect(await compared()).toEqual({ different: [], rows: changed });
  });

  test('transfers only new, changed and deleted rows when it is run again', async () => {
    await sync();
    expect(await sync()).toBe(0);
    const ids: number[] = await source.reader('places').orderBy('id').limit(2).pluck('id');
    await source.transact(async (tx) => {
      await tx('places').where({ id: ids[0] }).update({ name: 'Somewhere else' });
      await tx('places').where({ id: ids[1] }).delete();
      await tx('media').insert({ sha256: 'f'.repeat(64), extension: 'wav', size_bytes: 1, created_at: 'now' });
    });
    const gone = await rowsThatGo(ids[1] ?? 0);
    expect(await sync()).toBe(3 + gone);
    expect((await compared()).different).toEqual([]);
  });

  test('follows replaced audio: the place refers to a new file, and the old file’s row is gone', async () => {
    await sync();
    const [old]: string[] = await source.reader('places').whereNotNull('media_sha256').limit(1).pluck('media_sha256');
    await source.transact(async (tx) => {
      await tx('media').insert({ sha256: 'f'.repeat(64), extension: 'wav', size_bytes: 1, created_at: 'now' });
      await tx('places')
        .where({ media_sha256: old })
        .update({ media_sha256: 'f'.repeat(64) });
      for (const table of ['place_versions', 'tellings']) await tx(table).where({ media_sha256: old }).delete();
      await tx('media').where({ sha256: old }).delete();
    });
    await sync();
    expect((await compared()).different).toEqual([]);
  });

  test('follows unique values that move between rows, in any order', async () => {
    await sync();
    const emails: { id: number; email: string }[] = await source.reader('accounts').orderBy('id').select('id', 'email');
    await source.transact(async (tx) => {
      for (const { id } of emails)
        await tx('accounts')
          .where({ id })
          .update({ email: `free ${id}` });
      for (const [index, { id }] of emails.entries()) {
        await tx('accounts')
          .where({ id })
          .update({ email: emails.at(index - 1)?.email });
      }
    });
    await sync();
    expect((await compared()).different).toEqual([]);
  });

  test('empties a table that the source has emptied, and keeps the rest', async () => {
    await sync();
    await source.transact((tx) => tx('events').delete());
    await sync();
    expect(await countRows(target.reader('events'))).toBe(0);
    expect((await compared()).different).toEqual([]);
  });

  test('continues with the next id of the source, and reuses no id of a deleted row', async () => {
    const give = (database: Database) =>
      database.transact(async (tx) => {
        const ids: { id: number }[] = await tx('bundles').insert({ name: '', description: '', created_at: '' }, ['id']);
        await tx('bundles').where({ id: ids[0]?.id }).delete();
        return ids[0]?.id;
      });
    const last = await give(source);
    await source.transact((tx) => tx('events').delete());
    await sync();
    await copyCounters(source, target, tables);
    expect(await give(target)).toBe((last ?? 0) + 1);
    expect(await give(source)).toBe((last ?? 0) + 1);
  });

  test('is found to differ by a changed value, an extra row or a missing row', async () => {
    await sync();
    await target.transact((tx) => tx('places').where({ id: 1 }).update({ name: 'Elsewhere' }));
    await target.transact((tx) => tx('trail').where({ id: 1 }).delete());
    await target.transact((tx) => tx('bundles').insert({ id: 9999, name: '', description: '', created_at: '' }));
    expect((await compared()).different.sort()).toEqual(['bundles', 'places', 'trail']);
  });
});

/** Converts a row's booleans to numbers, as SQLite stores them. */
function withoutDialect(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  );
}

/** Counts the target's rows that refer to a place, which the source deleted or detached with it. */
async function rowsThatGo(place_id: number): Promise<number> {
  const { reader } = target;
  const within = (name: string, column: string, table: string) =>
    reader(name).whereIn(column, reader(table).where({ place_id }).select('id'));
  const rows = [
    ...[
      'recording_sessions',
      'reports',
      'measures',
      'place_versions',
      'listens',
      'tellings',
      'pictures',
      'remarks',
    ].map((name) => reader(name).where({ place_id })),
    ...['picture_files', 'picture_words'].map((name) => within(name, 'picture_id', 'pictures')),
    within('report_sounds', 'report_id', 'reports'),
  ];
  const counts = await Promise.all(rows.map((query) => countRows(query)));
  return counts.reduce((sum, count) => sum + count, 0);
}
