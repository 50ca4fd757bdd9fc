import { placeListCalls } from '../../contracts/calls/place-lists.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { addCalls, callIfChanged } from '../platform/net/api.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

addCalls(placeListCalls);

/** The last received list. */
let known: { readonly mapIds: string; readonly version: string; readonly places: Place[] } | null = null;

/**
 * Lists the places of these parcours, oldest first. An unchanged list, links included, is not sent again.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function readPlaceList(parcoursIds: readonly ParcoursId[]): Promise<Place[]> {
  const mapIds = parcoursIds.join();
  const before = known?.mapIds === mapIds ? known : null;
  const list = await callIfChanged('readPlaceList', { query: { mapIds } }, before?.version ?? null);
  if (list === null) return before?.places ?? [];
  const places = list.places.map((place) => withQuery(place, list.linkQuery)).sort((a, b) => a.id - b.id);
  known = { mapIds, version: list.version, places };
  return places;
}

/** Adds the query to a place's links. */
export function withQuery(place: Place, query: string): Place {
  if (place.media === null) return place;
  const { data } = place.media;
  return {
    ...place,
    media: {
      data: {
        ...data,
        link: data.link + query,
        peaks: data.peaks === null ? null : data.peaks + query,
        rendition: data.rendition === null ? null : { ...data.rendition, link: data.rendition.link + query },
      },
    },
  };
}

forgetAtSessionEnd(() => {
  known = null;
});
