import { expect, test } from 'vitest';
import { SLICE_CHARS } from '../../../server/domain/turns.ts';
import { createListTurns, printList } from '../../../server/http/replies/print-list.ts';

test.each([
  {},
  { places: [] },
  { a: undefined, places: [{ name: 'é “quoted”', x: undefined }, { n: null }], count: 2, inner: { list: [1, 2] } },
  {
    version: 'a',
    places: Array.from({ length: 3 }, (_, id) => ({ id, text: 'ü'.repeat(SLICE_CHARS) })),
    files: [1, 'a'],
  },
])('a list is printed as JSON.stringify does', async (value) => {
  expect((await printList(value)).toString()).toBe(JSON.stringify(value));
});

test('other work runs after each slice of a list', async () => {
  const value = { places: Array.from({ length: 64 }, () => 'x'.repeat(SLICE_CHARS / 4)) };
  let turns = 0;
  let isPrinted = false;
  const count = (): void => {
    turns += 1;
    if (!isPrinted) setImmediate(count);
  };
  setImmediate(count);
  await printList(value);
  isPrinted = true;
  expect(turns).toBeGreaterThanOrEqual(15);
});

test('lists are made one after the other; who asks for many waits, and others come between', async () => {
  const takeTurn = createListTurns();
  const order: string[] = [];
  let running = 0;
  const list = (who: string) =>
    takeTurn(who, async () => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      order.push(who);
      running -= 1;
      if (order.length === 1) throw new Error('The first fails');
    });
  const many = ['a', 'a', 'a', 'a', 'b'].map(list);
  expect((await Promise.allSettled(many)).map(({ status }) => status)).toEqual([
    'rejected',
    ...Array(4).fill('fulfilled'),
  ]);
  expect(order.indexOf('b')).toBeLessThan(2);
});
