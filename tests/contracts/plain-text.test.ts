import { expect, test } from 'vitest';
import { plainText } from '../../contracts/plain-text.ts';

const TEXT = `## Le *lavoir*

- Un **vieux** [lavoir](https://ici.fr/le_lavoir)
2. > une_note, 2 * 3 < 4 > 1, https://ici.fr/a_b_c [sic]
![La _cour_](https://ici.fr/cour.jpg)`;

test('plain text has the words of a text, and the addresses of its links only for readers who want them', () => {
  expect(plainText(TEXT)).toBe(`Le lavoir

Un vieux lavoir
une_note, 2 * 3 < 4 > 1, https://ici.fr/a_b_c [sic]
La cour`);
  expect(plainText(TEXT, { keepsAddresses: true })).toContain('Un vieux lavoir (https://ici.fr/le_lavoir)\n');
  expect(plainText('[![La cour](a.jpg)](https://ici.fr)')).toBe('La cour');
});

test.each(
  ['\n', '](', '[', '[](', '*', '_', ' *', '_a', '**a ', '> ', '- ', '1', 'https://', '![a]('].map((part) => [part]),
)('a text of many %j takes no more time than its length', (part) => {
  const text = `a${part.repeat(200_000 / part.length)}b`;
  const start = performance.now();
  plainText(text, { keepsAddresses: true });
  // The square of it would take minutes.
  expect(performance.now() - start).toBeLessThan(1000);
});
