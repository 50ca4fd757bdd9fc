import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  LEASE_MS,
  type Lease,
  LeaseLostError,
  type Leases,
  SUSPECT_WAIT_MS,
  UNFINISHED_MAX,
} from '../../../server/domain/leases.ts';
import { type SharedLeases, shareLeases } from '../../support/server/leases.ts';

let shared: SharedLeases;
let one: Leases;
let other: Leases;
beforeEach(async () => {
  shared = await shareLeases();
  one = await shared.join();
  other = await shared.join();
});

const take = (leases: Leases, ...subjects: string[]) => leases.take('task', async () => subjects);
const end = (lease: Lease | undefined, waitMs?: number) =>
  shared.database.transact(async (tx) => {
    await lease?.end(tx, waitMs === undefined ? undefined : { failures: 1, waitMs });
  });

test('two servers never hold the same work, and finished work can be taken again', async () => {
  const [first, second] = await Promise.all([take(one, 'a', 'b'), take(other, 'a', 'b')]);
  expect([first?.subject, second?.subject].sort()).toEqual(['a', 'b']);
  expect(await take(one, 'a', 'b')).toBeUndefined();
  await end(first);
  expect(await take(other, 'a', 'b')).toMatchObject({ subject: first?.subject });
});

test('five servers that want the same hundred items take each item once', async () => {
  const subjects = Array.from({ length: 100 }, (_, at) => `thing ${at}`);
  const servers = await Promise.all(Array.from({ length: 5 }, () => shared.join()));
  const taken = await Promise.all(
    servers.map(async (leases) => {
      const own: string[] = [];
      for (let lease = await take(leases, ...subjects); lease !== undefined; lease = await take(leases, ...subjects)) {
        own.push(lease.subject);
      }
      return own;
    }),
  );
  expect(taken.flat().sort()).toEqual([...subjects].sort());
});

test('finished work is forgotten, and failed work waits', async () => {
  await end(await take(one, 'a'));
  const again = await take(other, 'a');
  expect(again).toMatchObject({ unfinished: 0, failures: 0 });
  await end(again, 60_000);
  expect(await take(one, 'a')).toBeUndefined();
  expect(await one.take('task', async () => ['a'], true)).toMatchObject({ failures: 1 });
  await end(undefined);
});

test('the lease of a killed server expires, and a server that was only slow has lost it', async () => {
  const slow = await take(one, 'a');
  shared.advance(LEASE_MS - 1);
  expect(await take(other, 'a')).toBeUndefined();
  shared.advance(1);
  expect(await take(other, 'a')).toMatchObject({ unfinished: 1 });
  expect(await slow?.isHeld()).toBe(false);
  await expect(end(slow)).rejects.toBeInstanceOf(LeaseLostError);
  await slow?.giveBack();
  expect(await take(one, 'a')).toBeUndefined();
});

test('the next run on a data folder takes over the work of the previous run at once', async () => {
  const first = await shared.join({ id: 'first run' });
  await take(first, 'a');
  const next = await shared.join({ before: 'first run' });
  expect(await take(next, 'a')).toMatchObject({ unfinished: 1 });
});

test('work that is given back does not count as an attempt', async () => {
  await (await take(one, 'a'))?.giveBack();
  expect(await take(other, 'a')).toMatchObject({ unfinished: 0 });
});

describe('over time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a lease lasts as long as its server works on it, and no longer', async () => {
    const busy = await shared.join();
    const [lease, left] = [await take(busy, 'a'), await take(busy, 'b')];
    left?.letGo();
    const heldUntil = async () => (await shared.database.reader('leases').where({ subject: 'a' }).first()).held_until;
    for (let minute = 0; minute < 3; minute++) {
      shared.advance(LEASE_MS / 2);
      vi.advanceTimersByTime(LEASE_MS / 2);
      await expect.poll(heldUntil).toBe(new Date(shared.clock() + LEASE_MS).toISOString());
    }
    expect(await take(other, 'a', 'b')).toMatchObject({ subject: 'b' });
    shared.advance(LEASE_MS);
    expect(await lease?.isHeld()).toBe(true);
    expect(await take(other, 'a')).toBeUndefined();
  });
});

test('work that kills servers is tried ever more rarely, and not by a newly started server', async () => {
  const attempts: number[] = [];
  for (let run = 0; run < 3; run++) {
    const lease = await take(await shared.join({ id: `run ${run}`, before: `run ${run - 1}` }), 'deadly');
    attempts.push(lease?.unfinished ?? Number.NaN);
  }
  expect(attempts).toEqual([0, 1, 2]);
  const next = await shared.join({ before: 'run 2' });
  expect(await take(next, 'deadly', 'harmless')).toMatchObject({ subject: 'harmless' });
  shared.advance(SUSPECT_WAIT_MS);
  expect(await take(await shared.join(), 'deadly')).toBeUndefined();
  let waitedMs = LEASE_MS;
  for (let attempt = 3; attempt <= UNFINISHED_MAX; attempt++) {
    expect(await take(next, 'deadly')).toMatchObject({ unfinished: attempt });
    const waitMs = SUSPECT_WAIT_MS * 2 ** (attempt - 2);
    shared.advance(Math.max(waitMs, LEASE_MS) - 1);
    expect(await next.take('task', async () => ['deadly'], true)).toBeUndefined();
    shared.advance(1);
    waitedMs += waitMs;
  }
  expect(waitedMs).toBeLessThan(6 * 3600 * 1000);
});

test('a clock that is set back delays no work', async () => {
  await take(one, 'held');
  await end(await take(one, 'waiting'), 3600_000);
  shared.advance(-365 * 24 * 3600 * 1000);
  expect(await take(other, 'held')).toBeDefined();
  expect(await take(other, 'waiting')).toBeDefined();
});

test('records of work that no longer exists are deleted after a month', async () => {
  await end(await take(one, 'old'), 60_000);
  shared.advance(29 * 24 * 3600 * 1000);
  await end(await take(one, 'new'), 60_000);
  shared.advance(2 * 24 * 3600 * 1000);
  await one.deleteOld();
  expect(await shared.database.reader('leases').pluck('subject')).toEqual(['new']);
});
