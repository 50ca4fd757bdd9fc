import type { ParcoursWords, PlaceWords, Telling } from '../../../contracts/telling.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';

/** A telling of which only `given` is there: otherwise the standard one in French. */
export function telling(given: Partial<Telling> = {}): Telling {
  const silent = { name: '', text: '', link: null, pictures: [], transcript: null, media: null };
  return { language: 'fr', kind: 'standard', ...silent, ...given };
}

/** What a place says in these tellings, without pictures. */
export function placeWords(id: number, ...tellings: readonly Telling[]): PlaceWords {
  return { id: PlaceId.parse(id), tellings: [...tellings], pictures: [] };
}

/** The words of parcours 1, whose first language is French. */
export function parcoursWords(...places: readonly PlaceWords[]): ParcoursWords {
  const about = { language: 'fr', facts: {}, translations: [] };
  return { id: ParcoursId.parse(1), about, places: [...places] };
}
