import { plural } from '../../ui/plural.ts';
import type { SearchWords } from './search-words.ts';

export const english = {
  found: (name: string) => `Address found: ${name}`,
  removePin: 'Remove the pin',
  toggle: 'Search',
  placeholder: 'Search for a place...',
  label: 'Search for a place or an address',
  clear: 'Clear the search',
  suggestions: 'Suggestions',
  ofParcours: 'Place on the map',
  inStories: 'In the stories',
  addresses: 'Addresses',
  saidAt: (time: string) => `Said at ${time}`,
  quote: (words: string) => `‘${words}’`,
  count: (count: number) => `${count}\u00a0${plural(count, 'suggestion', 'suggestions')}`,
  nothing: 'No place found.',
  withoutPlaces: 'The map’s places aren’t loaded: they weren’t searched.',
  looking: 'Searching…',
  autocompleteFailed: (text: string) => `Failed to get autocomplete data: ${text}`,
  geocodingFailed: (text: string) => `Failed to get geocoding data: ${text}`,
  noAnswer: 'no answer',
  unreadable: 'unreadable answer',
} satisfies SearchWords;
