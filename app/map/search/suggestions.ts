import type { Place } from '../../../contracts/place.ts';
import { type Address, SUGGESTIONS_MAX } from '../../platform/net/geocoder.ts';

/** Callbacks for the chosen suggestion. */
export interface SuggestionTargets {
  readonly onPlace: (place: Place) => void;
  readonly onAddress: (address: Address) => void;
}

/** One row below the search field. */
export interface Suggestion {
  readonly key: string;
  /** As stored: a place of the parcours may have none. */
  readonly name: string;
  /** Of an address; empty for a place of the parcours. */
  readonly detail: string;
  readonly isPlace: boolean;
  readonly choose: () => void;
}

/** Lists the suggestions for a text, matching places first; none for an empty text. */
export function listSuggestions(
  text: string,
  places: readonly Place[],
  addresses: readonly Address[],
  { onPlace, onAddress }: SuggestionTargets,
): Suggestion[] {
  if (text === '') return [];
  const matching = rankPlaces(places, text, SUGGESTIONS_MAX).map((place) => ({
    key: `place ${place.id}`,
    name: place.appelation,
    detail: '',
    isPlace: true,
    choose: () => onPlace(place),
  }));
  const found = addresses.map((address) => ({
    key: `address ${address.name} ${address.detail}`,
    name: address.name,
    detail: address.detail,
    isPlace: false,
    choose: () => onAddress(address),
  }));
  return [...matching, ...found].slice(0, SUGGESTIONS_MAX);
}

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
