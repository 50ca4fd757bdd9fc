import { expect, test } from 'vitest';
import { createLimit, createLock } from '../../../server/domain/locks.ts';

test('a lock runs work one after the other, in order, also after a failure', async () => {
  const lock = createLock();
  const seen: string[] = [];
  const step = (name: string, fails = false) =>
    lock(async () => {
      seen.push(`${name} begins`);
      await new Promise(setImmediate);
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const outcomes = await Promise.allSettled([step('one'), step('two', true), step('three')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
});

test('a limit runs two at the same time and the others after them in order, despite a failure', async () => {
  const limit = createLimit(2);
  const begun: string[] = [];
  let [running, most] = [0, 0];
  const step = (name: string, fails = false) =>
    limit(async () => {
      begun.push(name);
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      if (fails) throw new Error(name);
      return name;
    });
  const names = ['one', 'two', 'three', 'four', 'five'];
  const outcomes = await Promise.allSettled(names.map((name) => step(name, name === 'two')));
  expect(outcomes.map(({ status }) => status)).toEqual(
    names.map((name) => (name === 'two' ? 'rejected' : 'fulfilled')),
  );
  expect([begun, most]).toEqual([names, 2]);
  expect(await step('six')).toBe('six');
});
