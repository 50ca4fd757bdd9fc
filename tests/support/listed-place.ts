import type { Place } from '../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';

/** A place as lists carry it: a point of nobody's, without audio, unless `given` says otherwise. */
export function listedPlace(id: number, given: Partial<Omit<Place, 'id'>> = {}): Place {
  return {
    id: PlaceId.parse(id),
    appelation: `Place ${id}`,
    type: 'Ici',
    feature: { type: 'Point', coordinates: [2.3, 48.8] },
    map: { id: ParcoursId.parse(1) },
    userId: null,
    media: null,
    ...given,
  };
}
