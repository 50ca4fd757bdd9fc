import { expect, test } from 'vitest';
import { hostOf } from '../../contracts/link.ts';

test.each([
  ['https://www.Exemple.fr/lieux?un=deux', 'exemple.fr'],
  ['http://exemple.fr:8080', 'exemple.fr'],
  ['https://banque.fr@ailleurs.fr/', 'ailleurs.fr'],
  ['https://a@banque.fr@ailleurs.fr/', 'ailleurs.fr'],
  ['https://ailleurs.fr\\@banque.fr/', 'ailleurs.fr'],
  // A browser refuses these.
  ['https://exemple.fr:port/x', 'exemple.fr'],
  ['https://a:99999', 'a'],
  ['https://?', ''],
  ['https://user@', ''],
])('%s leads to %j', (link, host) => {
  expect(hostOf(link)).toBe(host);
});
