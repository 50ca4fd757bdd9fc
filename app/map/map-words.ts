import { strings } from '../ui/common-words.ts';

/** The words of the map during a walk, and of places at one coordinate. */
export const mapStrings = {
  following: 'La carte vous suit',
  sharedSpot: (count: number) => `${count}\u00a0lieux au même endroit`,
  heard: 'écouté',
  label: 'Carte du parcours',
  noMap: 'Sans carte',
  retry: strings.app.retry,
  dismiss: strings.app.dismiss,
  keys: 'Carte. Les flèches la déplacent, plus et moins changent l’échelle, Entrée ouvre un groupe.',
  noWebgl: 'WebGL is not supported by your browser.',
  unsupported: 'Map is not supported by this browser',
  loading: 'La carte se déplie…',
  fallback: 'Fond de carte simplifié\u00a0: la carte en ligne est injoignable.',
  locateMe: 'Me localiser',
  flyToFirst: 'Aller au premier lieu',
  placeList: 'Liste des lieux',
  placeCount: (count: number) => (count > 1 ? `${count}\u00a0lieux` : `${count}\u00a0lieu`),
  noPlaces: 'Aucun lieu pour l’instant',
  noPlacesHint: 'Les lieux de ce parcours apparaîtront ici et sur la carte.',
  placesFailed: (text: string) => `Les lieux n’ont pas pu être chargés. ${text}`,
  pointKind: 'Point',
  zoneKind: 'Zone',
  yourPosition: 'Votre position',
  attribution: 'Sources de la carte',
} as const;
