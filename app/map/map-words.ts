import { strings } from '../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import { plural } from '../ui/plural.ts';

const french = {
  following: 'La carte vous suit',
  sharedSpot: (count: number) => `${count}\u00a0lieux au même endroit`,
  heard: 'écouté',
  label: 'Carte des lieux',
  noMap: 'Sans carte',
  get retry() {
    return strings.app.retry;
  },
  get dismiss() {
    return strings.app.dismiss;
  },
  keys: 'Carte. Les flèches la déplacent, plus et moins changent l’échelle, Entrée ouvre un groupe.',
  noWebgl: 'WebGL is not supported by your browser.',
  unsupported: 'Map is not supported by this browser',
  loading: 'La carte se déplie…',
  fallback: 'Fond de carte simplifié\u00a0: la carte en ligne est injoignable.',
  locateMe: 'Me localiser',
  flyToFirst: 'Aller au premier lieu',
  placeList: 'Liste des lieux',
  placeCount: (count: number) =>
    count === 0 ? 'Rien à écouter encore' : `${count}\u00a0${plural(count, 'lieu', 'lieux')}`,
  free: 'Pas d’ordre imposé\u00a0: la balade est libre.',
  /** With places that are planned, which only those who may fill them see. */
  placesAndPlanned: (count: number, planned = 0): string => {
    if (planned === 0) return mapStrings.placeCount(count);
    if (count === 0) return `${mapStrings.placeCount(planned)} à enregistrer`;
    return `${mapStrings.placeCount(count)}, ${mapStrings.toFill(planned)}`;
  },
  toFill: (planned: number) => `${planned}\u00a0à enregistrer`,
  empty: 'Cette carte est encore vide.',
  emptyToDraw: 'Dessinez ses lieux, ou enregistrez là où vous êtes.',
  emptyToDrop: 'Laissez-y le premier drop\u00a0: votre voix, là où vous êtes.',
  draw: 'Dessiner les lieux',
  flyToNone: 'Aller au premier lieu\u00a0: aucun lieu pour l’instant',
  noPlaces: 'Rien à écouter encore',
  noPlacesHint: 'Les lieux de cette carte apparaîtront ici.',
  placesFailed: (text: string) => `Les lieux n’ont pas pu être chargés. ${text}`,
  pointKind: 'Point',
  zoneKind: 'Zone',
  yourPosition: 'Votre position',
  attribution: 'Sources de la carte',
} as const;

export type MapWords = WordsOf<typeof french>;

/** The words of the map during a walk, and of places at one coordinate. */
export const mapStrings = inLanguages(french, { en: async () => (await import('./map-words.en.ts')).english });
