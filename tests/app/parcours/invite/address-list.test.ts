import { expect, it } from 'vitest';
import { readAddresses } from '../../../../app/parcours/invite/address-list.ts';

it('reads addresses as people and programs for mails list them, once each', () => {
  const text = [
    'Ana@Example.org, noe@example.org;lou@example.org',
    '"Roux, Léa" <lea@example.org>; Max Petit <MAX@example.org>',
    ' zoe@example.org  kim@example.org ',
    'mailto:mia@example.org,,',
    'ana@example.org',
  ].join('\r\n');
  const names = ['ana', 'noe', 'lou', 'lea', 'max', 'zoe', 'kim', 'mia'];
  expect(readAddresses(text)).toEqual({
    read: names.map((name) => `${name}@example.org`),
    doubled: ['ana@example.org'],
    wrong: [],
  });
});

it('shows what is no address as it was pasted, and never two addresses as one', () => {
  expect(readAddresses('Classe de 5e B\nana@\na(b@c.org)@example.org, <x@y>, Zoé <>').wrong).toEqual([
    'Classe de 5e B',
    'ana@',
    'a(b@c.org)@example.org',
    'x@y',
  ]);
  expect(readAddresses(' \n;, ')).toEqual({ read: [], doubled: [], wrong: [] });
});
