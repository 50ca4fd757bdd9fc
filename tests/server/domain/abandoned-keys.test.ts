import { beforeEach, expect, test } from 'vitest';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { type AbandonedKeys, createAbandonedKeys } from '../../../server/domain/abandoned-keys.ts';
import type { Caller } from '../../../server/domain/caller.ts';
import { insertAccount } from '../../../server/store/accounts.ts';
import type { Database } from '../../../server/store/database.ts';
import { makeDatabase } from '../../support/database/make-database.ts';

const MINUTE_MS = 60_000;
let database: Database;
let nowMs: number;
let abandonedKeys: AbandonedKeys;
let ana: Caller;
let ben: Caller;
beforeEach(async () => {
  ({ database } = await makeDatabase());
  nowMs = Date.UTC(2026, 10, 21);
  abandonedKeys = createAbandonedKeys(() => nowMs);
  ana = { id: await addAccount('ana@example.org'), role: 'user' };
  ben = { id: await addAccount('ben@example.org'), role: 'user' };
});

async function addAccount(email: string): Promise<UserId> {
  const created_at = new Date(nowMs).toISOString();
  const row = { email, name: email, role: 'user' as const, google_subject: null, password_hash: '', picture: null };
  const account = await database.transact((tx) => insertAccount(tx, { ...row, created_at }));
  if (account === undefined) throw new Error('Expected an account');
  return account.id;
}

const note = (caller: Caller, key: string): Promise<void> =>
  database.transact((tx) => abandonedKeys.note(tx, caller, key));
const has = (caller: Caller, key: string): Promise<boolean> => abandonedKeys.has(database.reader, caller, key);
const haveAna = (...keys: string[]): Promise<boolean[]> => Promise.all(keys.map((key) => has(ana, key)));

test('a key is given up for its account only, for two minutes', async () => {
  await note(ana, 'mine');
  expect(await has(ana, 'mine')).toBe(true);
  expect([await has(ben, 'mine'), await has(ana, 'other')]).toEqual([false, false]);
  const refused = abandonedKeys.refuse(database.reader, ana, ['other', 'mine']);
  await expect(refused).rejects.toMatchObject({ code: 'conflict' });
  await abandonedKeys.refuse(database.reader, ben, ['mine']);
  await abandonedKeys.refuse(database.reader, ana, []);
  nowMs += 2 * MINUTE_MS - 1;
  expect(await has(ana, 'mine')).toBe(true);
  nowMs += 1;
  expect(await has(ana, 'mine')).toBe(false);
});

test('giving up again restarts the two minutes, and expired keys leave no rows', async () => {
  await note(ana, 'mine');
  nowMs += MINUTE_MS;
  await note(ana, 'other');
  await note(ana, 'mine');
  nowMs += MINUTE_MS + 1;
  await note(ana, 'third');
  expect(await haveAna('mine', 'other', 'third')).toEqual([true, true, true]);
  nowMs += MINUTE_MS;
  await note(ana, 'fourth');
  expect(await haveAna('mine', 'other', 'third')).toEqual([false, false, true]);
  expect(await database.reader('given_up_keys').orderBy('key').pluck('key')).toEqual(['fourth', 'third']);
});

test('work that checks its key is rolled back, or committed before the key is given up', async () => {
  const order: string[] = [];
  const work = (key: string) =>
    database
      .transact(async (tx) => {
        await abandonedKeys.refuse(tx, ana, [key]);
        order.push(`work on ${key}`);
      })
      .then(
        () => 'done',
        () => 'undone',
      );
  const noted = (key: string) => note(ana, key).then(() => order.push(`${key} given up`));
  const [first] = await Promise.all([work('one'), noted('one')]);
  const [, second] = await Promise.all([noted('two'), work('two')]);
  for (const [key, outcome] of [
    ['one', first],
    ['two', second],
  ] as const) {
    const [at, givenUpAt] = [order.indexOf(`work on ${key}`), order.indexOf(`${key} given up`)];
    expect(outcome).toBe(at === -1 ? 'undone' : 'done');
    expect(at).toBeLessThan(givenUpAt);
  }
});
