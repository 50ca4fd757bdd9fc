import { expect, it } from 'vitest';
import { handleOf } from '../../../../app/features/account/handle.ts';

it.each([
  ['Paul Émile', '@paulémile'],
  ['  ANA\u00a0  de\tLa Tour ', '@anadelatour'],
  ['camille', '@camille'],
])('makes of the name %j a handle without spaces, in lower case', (name, handle) => {
  expect(handleOf(name)).toBe(handle);
});
