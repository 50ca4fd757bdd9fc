import { expect, it } from 'vitest';
import { findBlank } from '../../../app/ui/use-form.ts';

const messages = { title: 'A title, please.', description: 'A description, please.' };

it.each([
  ['', '', 'title'],
  ['  ', 'Une île', 'title'],
  ['Cité', ' \n', 'description'],
] as const)('of the title %j and the description %j, the %s is the first missing one', (title, description, field) => {
  expect(findBlank({ title, description }, messages)).toEqual({ field, message: messages[field] });
});

it('nothing is missing if all fields have text', () => {
  expect(findBlank({ title: 'Cité', description: 'Une île' }, messages)).toBeNull();
});

it('a field without a message may be blank', () => {
  expect(findBlank({ title: 'Cité', description: '' }, { title: messages.title })).toBeNull();
});
