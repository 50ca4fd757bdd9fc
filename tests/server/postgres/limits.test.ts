import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPools } from '../../../server/cluster/postgres.ts';
import { createRateLimits } from '../../../server/http/rate-limit.ts';
import { HASH_KEY, openRateLimits, type TestRateLimits } from '../../support/server/rate-limits.ts';

const RATE = { times: 3, perS: 60 };
const refused = { code: 'too_many_requests' };
const ADDRESS = '192.0.2.1';

let servers: TestRateLimits;
beforeEach(async () => {
  servers = await openRateLimits();
});
afterEach(() => servers.stop());

const counts = () => servers.database.counts?.client('rate_counts');

test('two servers together allow as much as one', async () => {
  const [one, other] = [servers.join().limit('call', RATE), servers.join().limit('call', RATE)];
  await one.spend(ADDRESS);
  await other.spend(ADDRESS, 2);
  await expect(one.check(ADDRESS)).rejects.toMatchObject(refused);
  const [first, second] = await Promise.allSettled([one.spend(ADDRESS), other.spend(ADDRESS)]);
  expect([first, second].map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await servers.join().limit('another', RATE).spend(ADDRESS);
});

test('a burst at several servers gets no more than a burst at one', async () => {
  const limits = Array.from({ length: 4 }, () => servers.join().limit('call', { times: 10, perS: 60 }));
  const outcomes = await Promise.allSettled(
    limits.flatMap((limit) => Array.from({ length: 10 }, () => limit.spend('a'))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('a count that one server refunds or forgets can be spent at another', async () => {
  const [one, other] = [servers.join().refundable('login', RATE), servers.join().refundable('login', RATE)];
  await one.spend(ADDRESS, 3);
  await expect(other.spend(ADDRESS)).rejects.toMatchObject(refused);
  for (const _ of [1, 2]) await one.refund(ADDRESS);
  await other.spend(ADDRESS);
  await expect(other.check(ADDRESS)).rejects.toMatchObject(refused);
  await one.forget(ADDRESS);
  await other.check(ADDRESS);
  await one.refund(ADDRESS);
  await expect(other.spend(ADDRESS, 4)).rejects.toMatchObject(refused);
  const [keys, others] = [servers.join().remembered('pair', 60), servers.join().remembered('pair', 60)];
  await keys.note(ADDRESS);
  expect([await others.knows(ADDRESS), await others.knows('192.0.2.2')]).toEqual([true, false]);
});

test('the database stores no address, and deletes only counts that have ended', async () => {
  await servers.join().limit('call', RATE).spend(ADDRESS);
  await servers.join().limit('long', { times: 3, perS: 3600 }).spend(ADDRESS);
  expect(JSON.stringify(await counts())).not.toContain(ADDRESS);
  await servers.database.counts?.deleteBefore(Date.now() + 120_000);
  expect(await counts()).toEqual([expect.objectContaining({ key: expect.stringMatching(/^long /), points: 1 })]);
  const [table] = await servers.database.reader('pg_class').where({ relname: 'rate_counts' }).pluck('relpersistence');
  expect(table).toBe('u');
});

test('ended counts are found by an index and deleted while the counting connection is busy', async () => {
  await servers.join().limit('call', RATE).spend(ADDRESS);
  const busy = await servers.database.counts?.client.transaction();
  await servers.database.counts?.deleteBefore(Date.now() + 120_000);
  await busy?.rollback();
  expect(await counts()).toEqual([]);
  const indexes = await servers.database.reader('pg_indexes').where({ tablename: 'rate_counts' }).pluck('indexdef');
  expect(indexes.join()).toContain('(expire)');
});

test('a count that waits for another of its key does not delay counts of other keys', async () => {
  const limit = servers.join().limit('call', RATE);
  await limit.spend('one');
  let isOver = false;
  let first: Promise<unknown> = Promise.resolve();
  await servers.database.transact(async (tx) => {
    await tx.raw('select key from rate_counts for update');
    first = limit.spend('one').finally(() => {
      isOver = true;
    });
    await limit.spend('other');
    expect(isOver).toBe(false);
  });
  await first;
});

test('while the database cannot be reached, each server counts by itself', async () => {
  const { counts: client, close } = openPools('postgres://nobody@127.0.0.1:9/nothing', 'server');
  try {
    const limits = createRateLimits({ client, table: 'rate_counts', hashKey: HASH_KEY });
    const limit = limits.refundable('login', RATE);
    for (let turn = 0; turn < 3; turn++) await limit.spend(ADDRESS);
    await expect(limit.spend(ADDRESS)).rejects.toMatchObject(refused);
    await expect(limit.check(ADDRESS)).rejects.toMatchObject(refused);
    await limit.forget(ADDRESS);
    await limit.spend(ADDRESS);
  } finally {
    await close();
  }
});

test('a connection that PostgreSQL has ended is replaced, and the counts remain', async () => {
  const limit = servers.join().limit('call', RATE);
  await limit.spend(ADDRESS, 3);
  const found = await servers.database.counts?.client.raw('select pg_backend_pid() as pid');
  const { pid } = found.rows[0];
  await servers.database.transact((tx) => tx.raw('select pg_terminate_backend(?)', [pid]));
  await expect
    .poll(() => servers.database.reader('pg_stat_activity').where({ pid }).pluck('pid'), { interval: 10 })
    .toEqual([]);
  await expect(servers.join().limit('call', RATE).spend(ADDRESS)).rejects.toMatchObject(refused);
});
