import { expect, test } from 'vitest';

const modules = import.meta.glob('../../../app/words/**/*.ts', { eager: true });

/** Keys of what leaves things as they are, beside what deletes them. */
const SAFE = /^(keep|cancel|stay|.*Deny)$/;

function* findVague(value: unknown, path: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (SAFE.test(key) && inner === 'Continuer') yield `${path}.${key}`;
    yield* findVague(inner, `${path}.${key}`);
  }
}

test('beside what deletes something no button says only that one goes on: with what?', () => {
  expect(Object.keys(modules).length).toBeGreaterThan(40);
  expect(Object.entries(modules).flatMap(([file, words]) => [...findVague(words, file)])).toEqual([]);
});
