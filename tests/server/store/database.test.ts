import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { hasNoAccounts, insertAccount } from '../../../server/store/accounts.ts';
import { type Database, openDatabase, openToRead } from '../../../server/store/database.ts';
import { deleteParcours, findParcours, insertParcours, putMembership } from '../../../server/store/parcours.ts';
import { insertSalt } from '../../../server/store/trail/trail.ts';

let dataDir: string;
let database: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-db-'));
  database = await openDatabase(dataDir);
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

const row = { title: 'T', description: 'D', image_url: null, created_at: '2026-01-01T00:00:00.000Z' };

describe('the database', () => {
  test('keeps what was committed when it is opened again, and migrates only once', async () => {
    const id = await database.transact((tx) => insertParcours(tx, row));
    await database.close();
    database = await openDatabase(dataDir);
    expect(await findParcours(database.reader, id)).toMatchObject({ id, ...row });
  });

  test('has nothing left in its files of what was deleted', async () => {
    const id = await database.transact((tx) => insertParcours(tx, { ...row, title: 'Gone for good' }));
    await database.transact((tx) => deleteParcours(tx, id));
    await database.close();
    const names = (await readdir(dataDir)).filter((name) => name.startsWith('drop-ici.sqlite'));
    for (const name of names) expect((await readFile(join(dataDir, name))).includes('Gone for good')).toBe(false);
    database = await openDatabase(dataDir);
  });

  test('is copied without the salts of the trail', async () => {
    await database.transact((tx) => insertSalt(tx, '2026-01-01', 'salt of the day'));
    const source = await openToRead(dataDir);
    await source?.copyTo(join(dataDir, 'copy.sqlite'));
    await source?.close();
    expect((await readFile(join(dataDir, 'copy.sqlite'))).includes('salt of the day')).toBe(false);
    expect(await database.reader('trail_salts').pluck('salt')).toEqual(['salt of the day']);
  });

  test('undoes the whole transaction when a part of it fails', async () => {
    const failing = database.transact(async (tx) => {
      await insertParcours(tx, row);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await findParcours(database.reader, ParcoursId.parse(1))).toBeUndefined();
  });

  test('lets a transaction read its own writes, and nobody else before it commits', async () => {
    await database.transact(async (tx) => {
      const id = await insertParcours(tx, row);
      expect(await findParcours(tx, id)).toBeDefined();
      expect(await findParcours(database.reader, id)).toBeUndefined();
    });
  });

  test('refuses a row that refers to nothing', async () => {
    const orphan = { parcours_id: ParcoursId.parse(9), account_id: UserId.parse(9), privilege: 'drop' } as const;
    const joined_at = row.created_at;
    await expect(database.transact((tx) => putMembership(tx, { ...orphan, joined_at }))).rejects.toThrow(/FOREIGN KEY/);
  });

  test('takes writes in a transaction only: the types refuse the rest, and so does the connection', async () => {
    // @ts-expect-error a Reader is not a Transactor
    await expect(insertParcours(database.reader, row)).rejects.toThrow(/readonly/);
  });

  test('keeps the values of a failed query out of its message, which is logged', async () => {
    const failing = database.transact((tx) => tx('accounts').insert({ password_hash: 'hash-of-a-password' }));
    await expect(failing).rejects.toThrow(/insert into .accounts.* NOT NULL/);
    await expect(failing).rejects.not.toThrow(/hash-of-a-password/);
  });

  test('serves two processes that look and then write at once', async () => {
    const other = await openDatabase(dataDir);
    try {
      const account = (email: string) => ({
        email,
        name: 'N',
        role: 'user' as const,
        password_hash: 'h',
        picture: null,
        created_at: row.created_at,
      });
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? database : other).transact(async (tx) => {
            await hasNoAccounts(tx);
            await insertAccount(tx, account(`${index}@example.org`));
          }),
        ),
      );
      expect(await other.reader('accounts').select('id')).toHaveLength(40);
    } finally {
      await other.close();
    }
  });
});
