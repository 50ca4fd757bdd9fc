import type { Place } from '../../contracts/place.ts';
import { mapStrings } from '../map/map-words.ts';
import { offlineWords } from '../page/offline-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

/** Shown for a place without a name. */
export const UNTITLED_PLACE = 'Untitled';

const french = {
  open: 'Gérer les lieux',
  hint: 'Pour en changer plusieurs à la fois.',
  import: {
    open: 'Importer des lieux',
    hint: 'Depuis GeoJSON, GPX, KML, KMZ, CSV, uMap, ou un ZIP de sons.',
  },
  texts: {
    open: 'Textes et versions',
    hint: 'Texte, images, lien et transcription de ce lieu, et ses versions dans d’autres langues.',
  },
  versions: {
    open: 'Versions et traductions',
    hint: 'Ce qui manque à chaque lieu, dans chaque langue.',
  },
  about: {
    open: 'Informations pratiques',
    hint: 'Durée, accès, licence, langue et traductions de cette carte.',
  },
  codes: {
    open: 'Codes à imprimer',
    hint: 'Le QR code de chaque lieu, pour un mur ou une vitrine.',
  },
} as const;

export type PlaceWords = WordsOf<typeof french>;

/** The words of opening what changes places and their parcours; the others are loaded with it. */
export const manageStrings = inLanguages(french, { en: async () => (await import('./place-words.en.ts')).english });

/** Returns the displayed name of a place. */
export function formatPlaceName(name: string): string {
  return name.trim() || UNTITLED_PLACE;
}

/** Returns the displayed name of a place with its number, if it has one. */
export function formatNumberedName({ appelation, step }: Pick<Place, 'appelation' | 'step'>): string {
  const name = formatPlaceName(appelation);
  return step === undefined ? name : `${step}. ${name}`;
}

/** Tells a walker that the places have no order; null if they have one, and where there is nothing to order. */
export function describeFreedom(list: readonly Pick<Place, 'step'>[]): string | null {
  if (list.length < 2 || list.some(({ step }) => step !== undefined)) return null;
  return mapStrings.free;
}

/** Formats the number of places, and of planned ones; a failed load doesn't count as zero. @param status of loading them */
export function formatPlaceCount(status: 'idle' | 'loading' | 'ready' | 'failed', count: number, planned = 0): string {
  if (status === 'ready' || count > 0) return mapStrings.placesAndPlanned(count, planned);
  return status === 'failed' ? offlineWords.placesUnknown : offlineWords.placesLoading;
}
