import type { MediaLink, Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';

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

/** The call that lists the places of these parcours, as `answerCalls` knows it. */
export function listCall(...parcoursIds: readonly number[]): string {
  return `GET /v1/place/places/by-map-ids?${new URLSearchParams({ mapIds: parcoursIds.join() })}`;
}

/** Its answer. Links have their query already. */
export function listAnswer(...places: readonly Place[]) {
  return { version: JSON.stringify(places), linkQuery: '', places };
}

/** Audio as places list it: a master whose length nobody knows, without waveform or rendition, unless told otherwise. */
export function mediaLink(told: Partial<MediaLink> = {}): MediaLink {
  return { link: '/v1/media/a.wav', length: null, peaks: null, rendition: null, loudness: null, ...told };
}
