import { expect, test } from 'vitest';
import { findCallParts } from '../../../app/tellings/emergency-numbers.ts';

const numbersIn = (text: string): string[] => findCallParts(text).flatMap(({ number }) => number ?? []);

test.each<[string, string[]]>([
  ['112', ['112']],
  ['112 - 18', ['112', '18']],
  ['15/18, 112 ou 3114', ['15', '18', '112', '3114']],
  ['Gardien : 04 77 12 34 56 (24h/24)', ['0477123456']],
  ['04 77 12 34 56 / 06.12.34.56.78', ['0477123456', '0612345678']],
  ['+33 4 77 12 34 56, puis le 112', ['+33477123456', '112']],
  ['+33 (0)4 77 12 34 56', ['+33477123456']],
  ['0041 21 123 45 67', ['0041211234567']],
])('the numbers of %j can be called, each alone', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers);
  expect(
    findCallParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.each([
  ['112 18'],
  ['04 77 12 34 56 112'],
  ['+33 4 77 12 34 56 15'],
  ['12 34 56 (0)7'],
  ['de 15 h à 18 h, 24h/24, 7j/7'],
  ['poste 15, borne 112'],
  ['18, rue du Port, à 112 m'],
  ['depuis 1998, le 01.05.2026'],
  ['A112, 18e'],
  [''],
])('in doubt, nothing of %j is called', (text) => {
  expect(numbersIn(text)).toEqual([]);
});
