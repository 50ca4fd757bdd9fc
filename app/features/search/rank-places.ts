/** A text as it is compared: without accents and case, ligatures in letters, one space between words. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The places that `text` may mean, likeliest first: those whose name begins with it, then those with a word that does,
 * then those that have it anywhere, then those that have all its words in another order. The same likelihood keeps the
 * order of `places`.
 *
 * @param count the most that are answered.
 */
export function rankPlaces<P extends { readonly appelation: string }>(
  places: readonly P[],
  text: string,
  count: number,
): P[] {
  const wanted = foldText(text);
  if (wanted === '') return [];
  return places
    .map((place) => ({ place, rank: rankName(foldText(place.appelation), wanted) }))
    .filter(({ rank }) => rank < UNLIKE)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ place }) => place);
}

const UNLIKE = 4;

function rankName(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(` ${wanted}`)) return 1;
  if (name.includes(wanted)) return 2;
  const words = name.split(' ');
  return wanted.split(' ').every((part) => words.some((word) => word.startsWith(part))) ? 3 : UNLIKE;
}
