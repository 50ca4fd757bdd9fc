import type { Place } from '../../../contracts/place.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { type Address, SUGGESTIONS_MAX } from '../../platform/net/geocoder.ts';
import { rankPlaces } from './rank-places.ts';
import { searchStrings } from './search-words.ts';

/** Callbacks for the chosen suggestion. */
export interface SuggestionTargets {
  readonly onPlace: (place: Place) => void;
  readonly onAddress: (address: Address) => void;
}

/** One row below the search field. */
export interface Suggestion {
  readonly key: string;
  readonly name: string;
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
    name: formatPlaceName(place.appelation),
    detail: searchStrings.ofParcours,
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
