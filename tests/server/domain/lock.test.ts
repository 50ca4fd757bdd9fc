import { expect, test } from 'vitest';
import { createLock } from '../../../server/domain/lock.ts';

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
