import { expect, it } from 'vitest';
import { checkText } from '../../../../app/features/information/check-text.ts';

it.each([
  ['a name', { name: '  ', description: 'x' }, { field: 'name', message: 'Donnez un nom à la carte.' }],
  [
    'a description',
    { name: 'x', description: '\n' },
    { field: 'description', message: 'Décrivez la carte en quelques mots.' },
  ],
])('asks for %s', (_, text, fault) => {
  expect(checkText(text)).toEqual(fault);
});

it('lets a name and a description pass', () => {
  expect(checkText({ name: 'Le quai', description: 'Pas à pas' })).toBeNull();
});
