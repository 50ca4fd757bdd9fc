import * as z from 'zod/mini';
import { type CallDocs, idFromText, ParcoursIds, type Route } from '../call.ts';
import { PARCOURS_IDS_MAX } from '../limits.ts';
import { Pack } from '../pack.ts';
import { PlaceList } from '../place.ts';
import { ParcoursId } from '../vocabulary.ts';

/** Places whose links lack their query string, so that the list is the same for everyone who sees the same places. */
const SharedPlaceList = z.object({
  /** Changes with the places and with the query. */
  version: z.string(),
  /** Appended to each link of the places; begins with `?`. */
  linkQuery: z.string(),
  places: PlaceList,
});

/** Calls for the places of the parcours in use, online and offline. */
export const placeListCalls = {
  readPack: {
    method: 'GET',
    path: '/v1/map/map/:mapId/pack',
    auth: 'reader',
    versioned: true,
    params: z.object({ mapId: idFromText(ParcoursId) }),
    query: z.object({ links: z._default(z.enum(['whole', 'apart']), 'whole') }),
    response: Pack,
  },
  readPlaceList: {
    method: 'GET',
    path: '/v1/place/places/by-map-ids',
    auth: 'reader',
    versioned: true,
    query: z.object({ mapIds: ParcoursIds }),
    response: SharedPlaceList,
  },
  listPlaces: {
    method: 'POST',
    path: '/v1/place/places/by-map-ids',
    auth: 'reader',
    body: { kind: 'json', schema: z.object({ mapIds: z.array(ParcoursId).check(z.maxLength(PARCOURS_IDS_MAX)) }) },
    response: z.object({ places: PlaceList }),
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link placeListCalls}. */
export const placeListCallDocs = {
  readPack: {
    summary:
      'All that a device needs to walk a parcours without a network: its places and every file with its hash. With ' +
      '`links=apart`, links to audio and waveforms lack their query, which is there once.',
    errors: ['forbidden', 'not_found', 'disk_full'],
    work: ['extracts', 'lists'],
  },
  readPlaceList: {
    summary:
      'The places of these parcours (`mapIds=1,2`), without drafts, and without those that the caller is not a member of; ' +
      'their links lack the query, which is there once.',
    errors: ['too_large'],
    work: ['lists'],
  },
  listPlaces: {
    summary: 'The places of these parcours, without drafts, and without those that the caller is not a member of.',
    errors: [],
    work: ['lists'],
  },
} as const satisfies Record<keyof typeof placeListCalls, CallDocs>;
