import type { GeocoderFault } from '../../platform/net/geocoder.ts';
import { strings } from '../../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  found: (name: string) => `Adresse trouvée\u00a0: ${name}`,
  removePin: 'Retirer le repère',
  toggle: 'Rechercher',
  placeholder: 'Rechercher un lieu...',
  label: 'Rechercher un lieu ou une adresse',
  clear: 'Effacer la recherche',
  suggestions: 'Suggestions',
  ofParcours: 'Lieu de la carte',
  inStories: 'Dans les histoires',
  addresses: 'Adresses',
  saidAt: (time: string) => `Dit à ${time}`,
  /** What is said, or written, around the words that were searched. */
  quote: (words: string) => `«\u00a0${words}\u00a0»`,
  count: (count: number) => `${count}\u00a0${plural(count, 'suggestion', 'suggestions')}`,
  nothing: 'Aucun lieu trouvé.',
  withoutPlaces: 'Les lieux de la carte ne sont pas chargés\u00a0: ils n’ont pas été cherchés.',
  looking: 'Recherche…',
  autocompleteFailed: (text: string) => `Failed to get autocomplete data: ${text}`,
  geocodingFailed: (text: string) => `Failed to get geocoding data: ${text}`,
  noAnswer: 'pas de réponse',
  unreadable: 'réponse illisible',
} as const;

export type SearchWords = WordsOf<typeof french>;

/** The words about a found address on the map. */
export const searchStrings = inLanguages(french, { en: async () => (await import('./search-words.en.ts')).english });

function describeFault(fault: GeocoderFault): string {
  if (typeof fault !== 'string') return fault.said;
  switch (fault) {
    case 'offline-mode':
      return strings.errors.offlineMode;
    case 'no-answer':
      return searchStrings.noAnswer;
    case 'unreadable':
      return searchStrings.unreadable;
  }
}

/** A failed search: for suggestions, or for the address of a submitted text. */
export interface FailedSearch {
  readonly wanted: 'suggestions' | 'address';
  readonly fault: GeocoderFault;
}

/** Returns the message of a failed search. */
export function describeFailedSearch({ wanted, fault }: FailedSearch): string {
  const reason = describeFault(fault);
  return wanted === 'suggestions' ? searchStrings.autocompleteFailed(reason) : searchStrings.geocodingFailed(reason);
}
