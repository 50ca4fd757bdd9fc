import { expect, test } from 'vitest';
import { hostOf } from '../../contracts/link.ts';

test.each([
  ['https://www.Exemple.fr:8080/lieux?un=deux', 'exemple.fr'],
  ['https://banque.fr@ailleurs.fr/', 'ailleurs.fr'],
  // With a Cyrillic letter.
  ['https://b\u0430nque.fr/', 'xn--bnque-4ve.fr'],
])('%s leads to %s', (link, host) => {
  expect(hostOf(link)).toBe(host);
});

test.each(['https://exemple.fr:port/x', 'https://a:99999', 'https://?', 'https://user@', 'http://[abc'])(
  '%s, which a browser refuses, leads nowhere',
  (link) => {
    expect(hostOf(link)).toBe('');
  },
);
