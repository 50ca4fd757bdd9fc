/**
 * The letters that a search treats as others: their lower and upper case, and the plain letters that people type for them.
 * A database lacks the function for it, so that one list serves both sides.
 */
export const FOLDED_LETTERS: readonly (readonly [letter: string, plain: string])[] = Object.entries({
  a: 'àáâãäå',
  c: 'ç',
  e: 'èéêë',
  i: 'ìíîï',
  n: 'ñ',
  o: 'òóôõöø',
  u: 'ùúûü',
  y: 'ýÿ',
  oe: 'œ',
  ae: 'æ',
}).flatMap(([plain, letters]) =>
  [...letters].flatMap((letter) => [letter, letter.toUpperCase()].map((one) => [one, plain] as const)),
);

/** Returns a text for comparisons, in lower case and without accents: 'Œuvre à Évian' becomes 'oeuvre a evian'. */
export function foldText(text: string): string {
  const plain = text.normalize('NFC').toLowerCase();
  return FOLDED_LETTERS.reduce((folded, [letter, to]) => folded.replaceAll(letter, to), plain);
}
