import { expect, test } from 'vitest';
import { createKeyedLocks } from '../../../server/domain/keyed-locks.ts';

const ignore = (): void => undefined;

test('a key is held by one at a time, in the order of the calls; another key is free', async () => {
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

test('whoever holds a key hears that it is wanted, also where somebody waited before they got it', async () => {
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

test('giving back twice takes nothing from whoever came after', async () => {
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
