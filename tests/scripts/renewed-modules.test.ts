import { expect, test } from 'vitest';
import { renewalOf } from '../support/vitest/renewed-modules.ts';

/** A module of the app, as it is once TypeScript has gone. */
const MODULE = `
const proxy = (state) => state;
export const store = proxy({ status: 'idle', list: [] });
export const notes = new Map();
export const tasks = new Set();
const NOBODY = null;
let count = 0, owner = NOBODY, scope;
export function use() {
  count += 1;
  [owner, scope] = ['Ana', 'open'];
  store.list.push(count);
  Object.assign(store, { status: 'ready', failure: 'none' });
  notes.set(count, 'a note');
  tasks.add('of another module');
}
export const look = () => ({ count, owner, scope, store: structuredClone(store), notes: notes.size, tasks: tasks.size });
`;

test('a module that is renewed knows what it knew once it was loaded, and whoever registered with it', async () => {
  const text = encodeURIComponent(MODULE + renewalOf(MODULE));
  const { use, look } = await import(/* @vite-ignore */ `data:text/javascript,${text}`);
  const before = look();
  for (const renew of globalThis.renewals ?? []) {
    use();
    expect(look()).not.toEqual(before);
    renew();
  }
  expect(look()).toEqual({ ...before, tasks: 1 });
});

test('a module without state is left as it is', () => {
  expect(renewalOf('export const MAX = 3;\nexport function add(one) { return one + MAX; }')).toBe('');
});
