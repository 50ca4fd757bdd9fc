import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, openToRead } from '../../../server/cluster/open-stores.ts';
import { insertSalt } from '../../../server/store/audit-log.ts';
import type { Database } from '../../../server/store/database.ts';
import { deleteParcours, insertParcours } from '../../../server/store/parcours.ts';
import { openEmptyFile } from '../../support/database/test-database.ts';
import { makeFolder } from '../../support/test-folder.ts';

let dataDir: string;
let database: Database;
beforeEach(async () => {
  dataDir = await makeFolder();
  database = await openEmptyFile(dataDir);
});
afterEach(async () => {
  await database.close();
});

const row = { title: 'Gone for good', description: 'D', image_url: null, created_at: '2026-01-01T00:00:00.000Z' };

describe('the database file', () => {
  test('keeps nothing of deleted rows in its files', async () => {
    const id = await database.transact((tx) => insertParcours(tx, row));
    await database.transact((tx) => deleteParcours(tx, id));
    await database.close();
    const names = (await readdir(dataDir)).filter((name) => name.startsWith('drop-ici.sqlite'));
    for (const name of names) expect((await readFile(join(dataDir, name))).includes('Gone for good')).toBe(false);
    database = await openDatabase({ dataDir, url: null });
  });

  test('is copied without the salts of the audit log', async () => {
    await database.transact((tx) => insertSalt(tx, '2026-01-01', 'salt of the day'));
    const source = await openToRead({ dataDir, url: null });
    await source?.copyTo(join(dataDir, 'copy.sqlite'));
    await source?.close();
    expect((await readFile(join(dataDir, 'copy.sqlite'))).includes('salt of the day')).toBe(false);
    expect(await database.reader('trail_salts').pluck('salt')).toEqual(['salt of the day']);
  });

  test('has a write on the disk before the write is confirmed', async () => {
    // Some builds of SQLite default to less than FULL: a power cut then loses the last writes.
    const FULL = 2;
    await database.transact(async (tx) => {
      expect(await tx.raw('PRAGMA synchronous')).toEqual([{ synchronous: FULL }]);
    });
  });

  test('is opened by an SQLite with the fix for the WAL-reset bug', async () => {
    const [row] = await database.reader.raw('SELECT sqlite_version() AS version');
    const [major = 0, minor = 0, patch = 0] = String(row?.version).split('.').map(Number);
    const mended =
      minor >= 52 || (minor === 51 && patch >= 3) || (minor === 50 && patch >= 7) || (minor === 44 && patch >= 6);
    expect(major === 3 && mended, `SQLite ${row?.version}`).toBe(true);
  });
});
