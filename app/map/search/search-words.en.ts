import type { SearchWords } from './search-words.ts';

export const english = {
  found: (name: string) => `Adresse trouvée\u00a0: ${name}`,
  removePin: 'Retirer le repère',
  toggle: 'Rechercher',
  placeholder: 'Rechercher un lieu...',
  label: 'Rechercher un lieu ou une adresse',
  clear: 'Effacer la recherche',
  suggestions: 'Suggestions',
  ofParcours: 'Lieu de la carte',
  count: (count: number) => (count > 1 ? `${count}\u00a0suggestions` : `${count}\u00a0suggestion`),
  nothing: 'Aucun lieu trouvé.',
  withoutPlaces: 'Les lieux de la carte ne sont pas chargés\u00a0: ils n’ont pas été cherchés.',
  looking: 'Recherche…',
  autocompleteFailed: (text: string) => `Failed to get autocomplete data: ${text}`,
  geocodingFailed: (text: string) => `Failed to get geocoding data: ${text}`,
  noAnswer: 'pas de réponse',
  unreadable: 'réponse illisible',
} satisfies SearchWords;
