import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { hasNoAccounts, insertAccount } from '../../../server/store/accounts.ts';
import type { Database } from '../../../server/store/database.ts';
import { listWithoutRendition, putMedia } from '../../../server/store/media.ts';
import { findParcours, insertParcours, putMembership } from '../../../server/store/parcours.ts';
import { makeDatabase } from '../../support/database/make-database.ts';
import { isOnPostgres, openTestDatabase, withDatabase } from '../../support/database/test-database.ts';

let dataDir: string;
let database: Database;
beforeEach(async () => {
  ({ dataDir, database } = await makeDatabase());
});

const row = { title: 'T', description: 'D', image_url: null, created_at: '2026-01-01T00:00:00.000Z' };

const account = (email: string) => ({
  email,
  name: 'N',
  role: 'user' as const,
  password_hash: 'h',
  picture: null,
  created_at: row.created_at,
});

describe('the database', () => {
  test('keeps committed rows when it is opened again, and migrates only once', async () => {
    const id = await database.transact((tx) => insertParcours(tx, row));
    await database.close();
    const again = await openTestDatabase(dataDir);
    onTestFinished(() => again.close());
    expect(await findParcours(again.reader, id)).toMatchObject({ id, ...row });
  });

  test('undoes the whole transaction when a part of it fails', async () => {
    const failing = database.transact(async (tx) => {
      await insertParcours(tx, row);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await findParcours(database.reader, ParcoursId.parse(1))).toBeUndefined();
  });

  test('shows uncommitted writes to their own transaction only', async () => {
    await database.transact(async (tx) => {
      const id = await insertParcours(tx, row);
      expect(await findParcours(tx, id)).toBeDefined();
      expect(await findParcours(database.reader, id)).toBeUndefined();
    });
  });

  test('refuses a row with a dangling reference', async () => {
    const orphan = { parcours_id: ParcoursId.parse(9), account_id: UserId.parse(9), privilege: 'drop' } as const;
    const joined_at = row.created_at;
    await expect(database.transact((tx) => putMembership(tx, { ...orphan, joined_at }))).rejects.toThrow(
      /foreign key/i,
    );
  });

  test('keeps the joining date when a privilege changes', async () => {
    const joined_at = row.created_at;
    const kept = await database.transact(async (tx) => {
      const { id: account_id = UserId.parse(9) } = (await insertAccount(tx, account('member@example.org'))) ?? {};
      const member = { parcours_id: await insertParcours(tx, row), account_id };
      await putMembership(tx, { ...member, privilege: 'drop', joined_at });
      await putMembership(tx, { ...member, privilege: 'admin', joined_at: '' });
      return tx('memberships').where(member).select('privilege', 'joined_at');
    });
    expect(kept).toEqual([{ privilege: 'admin', joined_at }]);
  });

  test('lists audio without a rendition until the maximum number of attempts has failed', async () => {
    const [often, tooOften] = ['a'.repeat(64), 'b'.repeat(64)];
    await database.transact(async (tx) => {
      const audio = { extension: 'wav', size_bytes: 1, duration_s: 1, created_at: row.created_at };
      for (const [sha256, rendition_failures] of [[often, 4] as const, [tooOften, 5] as const]) {
        await putMedia(tx, { ...audio, sha256 });
        await tx('media').where({ sha256 }).update({ rendition_failures });
      }
    });
    const free = { now: row.created_at, heldUntilMax: '', notBeforeMax: '', unfinishedMax: 1 };
    expect(await listWithoutRendition(database.reader, 5, free, 9)).toEqual([often]);
  });

  test('accepts writes in a transaction only: the types and the connection refuse others', async () => {
    // @ts-expect-error a Reader is not a Transactor
    await expect(insertParcours(database.reader, row)).rejects.toThrow(/read-?only/);
  });

  test('keeps the values of a failed query out of its message, which is logged', async () => {
    const failing = database.transact((tx) => tx('accounts').insert({ password_hash: 'hash-of-a-password' }));
    await expect(failing).rejects.toThrow(/insert into .accounts.* not.null/i);
    await expect(failing).rejects.not.toThrow(/hash-of-a-password/);
  });

  test('serves two processes that read and then write at the same time', async () => {
    await withDatabase(dataDir, async (other) => {
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? database : other).transact(async (tx) => {
            await hasNoAccounts(tx);
            await insertAccount(tx, account(`${index}@example.org`));
          }),
        ),
      );
      expect(await other.reader('accounts').select('id')).toHaveLength(40);
    });
  });

  test('runs work under one name in turn, across processes, and under other names concurrently', async () => {
    const other = isOnPostgres() ? await openTestDatabase(dataDir) : database;
    const steps: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    try {
      let isBegun = (): void => undefined;
      const begun = new Promise<void>((resolve) => {
        isBegun = resolve;
      });
      const first = database.exclusively('a file', async () => {
        isBegun();
        await held;
        steps.push('first');
      });
      await begun;
      const second = other.exclusively('a file', async () => steps.push('second'));
      await other.exclusively('another file', async () => steps.push('aside'));
      release();
      await Promise.all([first, second]);
      expect(steps).toEqual(['aside', 'first', 'second']);
    } finally {
      release();
      if (other !== database) await other.close();
    }
  });

  test('runs further work under a name after a failure', async () => {
    await expect(
      database.exclusively('a file', async () => {
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await database.exclusively('a file', async () => 'done')).toBe('done');
  });

  test('returns counts and sums as numbers', async () => {
    await database.transact((tx) => insertParcours(tx, row));
    const [found] = await database
      .reader('parcours')
      .select(database.reader.raw('count(*) as counted'), database.reader.raw('sum(octet_length(title)) as summed'));
    expect(found).toEqual({ counted: 1, summed: 1 });
  });
});
