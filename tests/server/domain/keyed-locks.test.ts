import { expect, test } from 'vitest';
import { createKeyedLocks } from '../../../server/domain/locks.ts';

const ignore = (): void => undefined;

test('a key has one holder at a time, in the order of the calls; other keys are free', async () => {
  const locks = createKeyedLocks();
  const order: string[] = [];
  const first = await locks.take('a', ignore);
  const waiting = ['second', 'third'].map(async (name) => {
    const giveBack = await locks.take('a', ignore);
    order.push(name);
    giveBack();
  });
  (await locks.take('b', ignore))();
  order.push('first');
  first();
  await Promise.all(waiting);
  expect(order).toEqual(['first', 'second', 'third']);
  (await locks.take('a', ignore))();
});

test('a holder is notified that the key is wanted, also if a call was waiting before', async () => {
  const locks = createKeyedLocks();
  const wanted: string[] = [];
  const first = await locks.take('a', () => wanted.push('first'));
  expect(wanted).toEqual([]);
  const second = locks.take('a', () => wanted.push('second'));
  const third = locks.take('a', () => wanted.push('third'));
  expect(wanted).toEqual(['first', 'first']);
  first();
  const giveBack = await second;
  expect(wanted).toEqual(['first', 'first', 'second']);
  giveBack();
  (await third)();
});

test('a second release does not affect the next holder', async () => {
  const locks = createKeyedLocks();
  const first = await locks.take('a', ignore);
  first();
  const second = await locks.take('a', ignore);
  first();
  let isTaken = false;
  const third = locks.take('a', ignore).then((giveBack) => {
    isTaken = true;
    return giveBack;
  });
  await Promise.resolve();
  expect(isTaken).toBe(false);
  second();
  (await third)();
});
