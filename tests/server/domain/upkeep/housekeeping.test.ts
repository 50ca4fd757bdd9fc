import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../../server/domain/leases.ts';
import { type HousekeepingParts, startHousekeeping } from '../../../../server/domain/upkeep/housekeeping.ts';
import type { ServerRun } from '../../../../server/store/data-dir.ts';
import { type SharedLeases, shareLeases } from '../../../support/server/leases.ts';

const DAY_MS = 24 * 3600 * 1000;
const LOOK_MS = 10 * 60_000;

let servers: SharedLeases;
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  servers = await shareLeases();
  stops = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops) await stop();
});

/** Starts the housekeeping of another or a restarted server, and resolves after its first round. */
async function start(tasks: Partial<HousekeepingParts>, holder: Partial<ServerRun> = {}): Promise<() => Promise<void>> {
  const leases = await servers.join(holder);
  const { database, clock } = servers;
  const { stop } = await startHousekeeping({
    shared: {},
    slow: {},
    own: {},
    onFailure: fail,
    ...tasks,
    database,
    leases,
    clock,
  });
  stops.push(stop);
  return stop;
}

/** Advances the clocks and timers of all servers. */
function goOn(byMs: number): void {
  servers.advance(byMs);
  vi.advanceTimersByTime(Math.min(byMs, LOOK_MS));
}

test('tasks run at the start, one after the other, and every day until stopped', async () => {
  const done: string[] = [];
  const task = (name: string) => async (): Promise<void> => {
    done.push(`${name} begins`);
    await Promise.resolve();
    done.push(`${name} ends`);
  };
  const shared = { one: task('one'), two: task('two') };
  const stop = await start({ shared, own: { three: task('three') } });
  const round = ['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'];
  expect(done).toEqual(round);
  servers.advance(DAY_MS - 1);
  await (await start({ shared }))();
  expect(done).toEqual(round);
  goOn(1);
  vi.advanceTimersByTime(LOOK_MS);
  await expect.poll(() => done).toEqual([...round, ...round]);
  await stop();
  goOn(3 * DAY_MS);
  expect(done).toHaveLength(2 * round.length);
});

test('one of several servers runs the shared tasks, and each runs its own', async () => {
  const runs = { shared: 0, own: 0 };
  const tasks = {
    shared: { 'in common': async () => runs.shared++ },
    own: { 'of its own': async () => runs.own++ },
  };
  await Promise.all([start(tasks), start(tasks), start(tasks)]);
  expect(runs).toEqual({ shared: 1, own: 3 });
  goOn(DAY_MS);
  await expect.poll(() => runs).toEqual({ shared: 2, own: 6 });
  goOn(LOOK_MS);
  await start(tasks);
  expect(runs).toEqual({ shared: 2, own: 7 });
});

test('a restarted server runs all tasks at once, except one that has often killed it', async () => {
  let runs = 0;
  const shared = { sound: async () => runs++ };
  await start({ shared }, { id: 'first' });
  await start({ shared }, { id: 'second', before: 'first' });
  expect(runs).toBe(2);
  await start({ shared });
  expect(runs).toBe(2);
  await servers.database.transact((tx) => tx('leases').update({ unfinished: 3 }));
  await start({ shared }, { before: 'second' });
  expect(runs).toBe(2);
});

test('another server takes over from a hanging one, which then learns of it', async () => {
  let finish = (): void => {};
  const turns: boolean[] = [];
  const hangs = async (isOurs: () => Promise<boolean>): Promise<void> => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    turns.push(await isOurs());
  };
  const hanging = start({ shared: { task: hangs } });
  await expect.poll(() => servers.database.reader('leases').whereNotNull('holder')).toHaveLength(1);
  servers.advance(LEASE_MS);
  await start({ shared: { task: async (isOurs) => turns.push(await isOurs()) } });
  finish();
  await hanging;
  expect(turns).toEqual([true, false]);
});

test('a start waits for no slow task, and each restarted server runs the slow tasks', async () => {
  let finish = (): void => {};
  let started = 0;
  const slow = {
    sweep: () => {
      started++;
      return new Promise<void>((resolve) => (finish = resolve));
    },
  };
  const stop = await start({ slow });
  await expect.poll(() => started).toBe(1);
  finish();
  await stop();
  await (await start({ slow }))();
  expect(started).toBe(1);
  await start({ slow }, { before: 'the run before' });
  await expect.poll(() => started).toBe(2);
  finish();
});

test('a failed task is reported by its name, and the others still run', async () => {
  const failures: unknown[] = [];
  let done = 0;
  const error = new Error('disk full');
  const broken = async (): Promise<never> => {
    throw error;
  };
  const sound = async (): Promise<void> => {
    done++;
  };
  const onFailure = (...failure: unknown[]): unknown => failures.push(failure);
  await start({ shared: { broken, sound }, own: { 'broken too': broken, 'sound too': sound }, onFailure });
  const round = [
    ['broken', error],
    ['broken too', error],
  ];
  expect([failures, done]).toEqual([round, 2]);
  goOn(DAY_MS);
  await expect.poll(() => [failures, done]).toEqual([[...round, ...round], 4]);
});

test('stopping waits for the running task, and starts no other', async () => {
  let finish = (): void => {};
  let started = 0;
  const slow = (): Promise<void> => {
    started++;
    return started === 1 ? Promise.resolve() : new Promise((resolve) => (finish = resolve));
  };
  let after = 0;
  const next = async (): Promise<void> => {
    after++;
  };
  const stop = await start({ shared: { slow, next } });
  goOn(DAY_MS);
  await expect.poll(() => started).toBe(2);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(after).toBe(1);
});

function fail(task: string, error: unknown): never {
  throw new Error(`Expected ${task} not to fail`, { cause: error });
}
