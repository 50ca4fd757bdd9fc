import { expect, test } from 'vitest';
import { findTextFields } from '../support/hostile/text-fields.ts';
import { NEVER_SHOWN, WRITTEN } from '../support/hostile/written-texts.ts';

test('each field that people write freely is one that hostile texts are tried in, or that nobody sees', () => {
  const known = [...Object.values(WRITTEN), ...Object.values(NEVER_SHOWN)].flat().sort();
  expect([...findTextFields()].sort()).toEqual(known);
});
