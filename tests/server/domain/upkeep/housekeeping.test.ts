import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHousekeeping } from '../../../../server/domain/upkeep/housekeeping.ts';

const DAY_MS = 24 * 3600 * 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('tasks run at the start, one after the other, and every day until stopped', async () => {
  const done: string[] = [];
  const task = (name: string) => async (): Promise<void> => {
    done.push(`${name} begins`);
    await Promise.resolve();
    done.push(`${name} ends`);
  };
  const housekeeping = await startHousekeeping({ one: task('one'), two: task('two') }, fail);
  const round = ['one begins', 'one ends', 'two begins', 'two ends'];
  expect(done).toEqual(round);
  await vi.advanceTimersByTimeAsync(DAY_MS - 1);
  expect(done).toEqual(round);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual([...round, ...round]);
  await housekeeping.stop();
  await vi.advanceTimersByTimeAsync(3 * DAY_MS);
  expect(done).toHaveLength(2 * round.length);
});

test('a failed task is reported by its name, and the others still run', async () => {
  const failures: unknown[] = [];
  let done = 0;
  const error = new Error('disk full');
  const tasks = {
    broken: async () => {
      throw error;
    },
    sound: async () => {
      done++;
    },
  };
  const housekeeping = await startHousekeeping(tasks, (...failure) => failures.push(failure));
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(failures).toEqual([
    ['broken', error],
    ['broken', error],
  ]);
  expect(done).toBe(2);
  await housekeeping.stop();
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
  const housekeeping = await startHousekeeping({ slow, next }, fail);
  await vi.advanceTimersByTimeAsync(DAY_MS);
  let stopped = false;
  const stopping = housekeeping.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(after).toBe(1);
});

function fail(task: string, error: unknown): never {
  throw new Error(`Expected ${task} not to fail`, { cause: error });
}
