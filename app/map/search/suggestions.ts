import type { Place } from '../../../contracts/place.ts';
import { foldText } from '../../../contracts/plain-text.ts';
import { type Address, SUGGESTIONS_MAX } from '../../platform/net/geocoder.ts';
import type { PickedPlace } from '../../tellings/picked.ts';
import type { SaidHit } from '../../tellings/said-search.ts';

/** Callbacks for the chosen suggestion. */
export interface SuggestionTargets {
  readonly onPlace: (place: Place) => void;
  /** Called for a find in what a place says. */
  readonly onSaid: (place: Place, hit: SaidHit) => void;
  readonly onAddress: (address: Address) => void;
}

/** One row below the search field. */
export interface Suggestion {
  readonly key: string;
  readonly kind: 'place' | 'said' | 'address';
  /** As stored: a place of the parcours may have none. */
  readonly name: string;
  /** Language of the name; missing if it is unknown. */
  readonly language?: string | undefined;
  /** Of an address; empty for the others. */
  readonly detail: string;
  /** Where the words are; null for a suggestion of another kind. */
  readonly hit: SaidHit | null;
  readonly choose: () => void;
}

/** Lists the suggestions for a text: places by their names, what they say, addresses; none for an empty text. */
export function listSuggestions(
  text: string,
  places: readonly PickedPlace[],
  said: readonly SaidHit[],
  addresses: readonly Address[],
  { onPlace, onSaid, onAddress }: SuggestionTargets,
): Suggestion[] {
  if (text === '') return [];
  const matching = rankPlaces(places, text, SUGGESTIONS_MAX);
  const named = matching.map((place) => ({
    key: `place ${place.id}`,
    kind: 'place' as const,
    name: place.appelation,
    language: place.language,
    detail: '',
    hit: null,
    choose: () => onPlace(place),
  }));
  const told = said.flatMap((hit) => {
    const place = places.find(({ id }) => id === hit.placeId);
    // Its name in another language is no other find.
    if (place === undefined || (hit.field === 'name' && matching.includes(place))) return [];
    return {
      key: `said ${hit.placeId} ${hit.field}`,
      kind: 'said' as const,
      name: place.appelation,
      language: place.language,
      detail: '',
      hit,
      choose: () => onSaid(place, hit),
    };
  });
  const found = addresses.map((address) => ({
    key: `address ${address.name} ${address.detail}`,
    kind: 'address' as const,
    name: address.name,
    detail: address.detail,
    hit: null,
    choose: () => onAddress(address),
  }));
  const addressCount = Math.max(0, SUGGESTIONS_MAX - named.length);
  return [...named, ...told, ...found.slice(0, addressCount)];
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
