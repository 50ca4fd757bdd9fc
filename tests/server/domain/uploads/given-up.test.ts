import { expect, test } from 'vitest';
import { UserId } from '../../../../contracts/vocabulary.ts';
import type { Caller } from '../../../../server/domain/caller.ts';
import { createGivenUp } from '../../../../server/domain/uploads/given-up.ts';

const MINUTE_MS = 60_000;
const ana: Caller = { id: UserId.parse(1), role: 'user' };
const ben: Caller = { id: UserId.parse(2), role: 'user' };

function opened() {
  let nowMs = 0;
  const givenUp = createGivenUp(() => nowMs);
  const advance = (byMs: number): void => {
    nowMs += byMs;
  };
  return { givenUp, advance };
}

test('a key is given up for its account only, at once and for two minutes', async () => {
  const { givenUp, advance } = opened();
  const noted = givenUp.note(ana, 'mine');
  expect(givenUp.has(ana, 'mine')).toBe(true);
  await noted;
  expect([givenUp.has(ben, 'mine'), givenUp.has(ana, 'other')]).toEqual([false, false]);
  expect(() => givenUp.refuse(ana, ['other', 'mine'])).toThrow(expect.objectContaining({ code: 'conflict' }));
  givenUp.refuse(ben, ['mine']);
  givenUp.refuse(ana, []);
  advance(2 * MINUTE_MS - 1);
  expect(givenUp.has(ana, 'mine')).toBe(true);
  advance(1);
  expect(givenUp.has(ana, 'mine')).toBe(false);
});

test('giving up again restarts the two minutes', async () => {
  const { givenUp, advance } = opened();
  await givenUp.note(ana, 'mine');
  advance(MINUTE_MS);
  await givenUp.note(ana, 'other');
  await givenUp.note(ana, 'mine');
  advance(MINUTE_MS + 1);
  await givenUp.note(ana, 'third');
  expect(['mine', 'other', 'third'].map((key) => givenUp.has(ana, key))).toEqual([true, true, true]);
  advance(MINUTE_MS);
  await givenUp.note(ana, 'fourth');
  expect(['mine', 'other', 'third'].map((key) => givenUp.has(ana, key))).toEqual([false, false, true]);
});

test('giving up resolves after work under the key has ended, and does not wait for other work', async () => {
  const { givenUp } = opened();
  const order: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = givenUp.under(ana, ['one', 'two'], async () => {
    await ended;
    order.push('work');
    throw new Error('given up in time');
  });
  const refused = expect(work).rejects.toThrow('given up in time');
  const noted = givenUp.note(ana, 'two').then(() => order.push('noted'));
  await givenUp.note(ana, 'three');
  await givenUp.note(ben, 'two');
  order.push('others');
  end();
  await Promise.all([refused, noted]);
  expect(order).toEqual(['others', 'work', 'noted']);
  await givenUp.note(ana, 'one');
  expect(await givenUp.under(ana, ['four'], async () => 'result')).toBe('result');
});
