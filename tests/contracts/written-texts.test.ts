import { expect, test } from 'vitest';
import { NewLink, WebLink } from '../../contracts/telling.ts';
import { findTextFields } from '../support/hostile/text-fields.ts';
import { NEVER_SHOWN, WRITTEN } from '../support/hostile/written-texts.ts';

test('each field that people write freely is one that hostile texts are tried in, or that nobody sees', () => {
  const known = [...Object.values(WRITTEN), ...Object.values(NEVER_SHOWN)].flat().sort();
  expect([...findTextFields()].sort()).toEqual(known);
});

test.each([
  'https://a:99999',
  'https://www.exemple.fr:port/x',
  'http://[abc',
  'https://exa<mple.fr',
  'https://?',
  'https://%',
  'https://a|b',
  'https://user@',
])('%s, which browsers refuse, is no new link, and is still read where it was stored', (link) => {
  expect([NewLink.safeParse(link).success, WebLink.safeParse(link).success]).toEqual([false, true]);
});
