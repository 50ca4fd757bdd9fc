/** Folds a text for comparison: no accents or case, ligatures as letters, one space between words. */
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
 * Returns the places whose name matches `text`, best first: the name starts with it, a word starts with it, it occurs
 * anywhere, or all its words occur in another order. Equal matches retain the order of `places`.
 *
 * @param count maximum number of results.
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
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ place }) => place);
}

const NO_MATCH = 4;

function rankName(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(` ${wanted}`)) return 1;
  if (name.includes(wanted)) return 2;
  const words = name.split(' ');
  return wanted.split(' ').every((part) => words.some((word) => word.startsWith(part))) ? 3 : NO_MATCH;
}
