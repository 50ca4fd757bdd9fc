import { expect, it } from 'vitest';
import { checkNewParcours } from '../../../../app/features/parcours/check-new-parcours.ts';

it.each([
  ['', '', 'title'],
  ['  ', 'Une île', 'title'],
  ['Cité', ' \n', 'description'],
])('a map with the title %j and the description %j is at fault in its %s', (title, description, field) => {
  expect(checkNewParcours({ title, description })?.field).toBe(field);
});

it('a map with both is without fault', () => {
  expect(checkNewParcours({ title: 'Cité', description: 'Une île' })).toBeNull();
});
