import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue, type QueueBounds } from '../../../server/domain/fair-queue.ts';

const BOUNDS: QueueBounds = {
  busy: 'Too much is being tried',
  atOnce: 2,
  atOnceOfOne: 1,
  waiting: 4,
  waitingOfOne: 3,
  retryAfterS: 7,
};

/** Creates a queue and tracks its work, which ends when `end` is called. */
function track(bounds: Partial<QueueBounds> = {}) {
  const queue = createFairQueue({ ...BOUNDS, ...bounds });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, weight?: number): void => {
    const work = () =>
      new Promise<void>((end) => {
        begun.push(name);
        ends.set(name, end);
      });
    queue(name.slice(0, 1), work, weight).catch(() => refused.push(name));
  };
  const settled = () => new Promise(setImmediate);
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { add, end, settled, begun, refused };
}

test('owners take turns, and the work of one owner runs in order', async () => {
  const { add, end, settled, begun } = track({ atOnce: 1, waiting: 10 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) add(name);
  await settled();
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
});

test('concurrency is limited in total and per owner, so that other owners need not wait', async () => {
  const { add, end, settled, begun } = track();
  for (const name of ['a1', 'a2', 'b1', 'c1']) add(name);
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('a full queue refuses the newest work of the owner with the most waiting', async () => {
  const { add, settled, begun, refused } = track();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) add(name);
  await settled();
  expect([begun, refused]).toEqual([['a1'], ['a5']]);
  for (const name of ['b1', 'b2']) add(name);
  await settled();
  expect([begun, refused]).toEqual([['a1', 'b1'], ['a5']]);
  // Four wait: three of owner a, one of owner b.
  add('c1');
  await settled();
  expect(refused).toEqual(['a5', 'a4']);
  // With b3, owner b would have as many waiting as owner a.
  add('b3');
  await settled();
  expect(refused).toEqual(['a5', 'a4', 'b3']);
});

test('a refusal says busy, and when to try again', async () => {
  const queue = createFairQueue({ ...BOUNDS, waitingOfOne: 0 });
  const running = queue('a', () => new Promise<void>((end) => setImmediate(end)));
  await expect(queue('a', async () => undefined)).rejects.toMatchObject({
    code: 'busy',
    message: 'Too much is being tried; try again in 7 s',
    retryAfterS: 7,
  });
  await running;
  expect(await queue('a', async () => 'again')).toBe('again');
});

test('failed work rejects its own caller only', async () => {
  const queue = createFairQueue({ ...BOUNDS, atOnce: 1 });
  const outcomes = await Promise.allSettled([
    queue('a', () => Promise.reject(new Error('no'))),
    queue('b', async () => 'yes'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('heavy work runs alone, and lighter work overtakes it for a limited time only', async () => {
  const { add, end, settled, begun } = track({ atOnce: 10, waiting: 100, waitingOfOne: 100 });
  add('a1', 6);
  add('b1', 50);
  await settled();
  expect(begun).toEqual(['a1']);
  const light = Array.from({ length: 30 }, (_, index) => `c${index}`);
  for (const name of light) add(name, 1);
  await settled();
  for (const name of light) if (begun.includes(name)) await end(name);
  expect(begun).toEqual(['a1', ...light.slice(0, 16)]);
  await end('a1');
  expect(begun.at(-1)).toBe('b1');
  await end('b1');
  expect(begun.at(-1)).toBe('c16');
});

test('for any work the bounds hold, and all work that is not refused runs', async () => {
  const some = fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd'), weight: fc.integer({ min: 1, max: 6 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(some, { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), async (works, atOnce) => {
      const queue = createFairQueue({ ...BOUNDS, atOnce, atOnceOfOne: 3, waiting: 8, waitingOfOne: 5 });
      const running = new Map<string, number[]>();
      const runningOf = (owner: string) => running.get(owner) ?? [];
      const isWithin = (weights: readonly number[], most: number) =>
        weights.length <= 1 || weights.reduce((sum, one) => sum + one, 0) <= most;
      const all = works.map(({ owner, weight }) =>
        queue(
          owner,
          async () => {
            running.set(owner, [...runningOf(owner), weight]);
            expect([isWithin([...running.values()].flat(), atOnce), isWithin(runningOf(owner), 3)]).toEqual([
              true,
              true,
            ]);
            await new Promise(setImmediate);
            running.set(owner, runningOf(owner).toSpliced(runningOf(owner).indexOf(weight), 1));
          },
          weight,
        ),
      );
      const outcomes = await Promise.allSettled(all);
      const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      expect(refused.every(({ reason }) => reason.code === 'busy')).toBe(true);
      expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(Math.min(works.length, 5));
      expect(await queue('e', async () => 'last')).toBe('last');
    }),
    { numRuns: 60, seed: 7 },
  );
});
