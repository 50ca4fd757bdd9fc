import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, type Route } from '../call.ts';
import { NewPlannedPlace, PlannedPlace, PlannedPlaceChange } from '../planned-place.ts';
import { ParcoursId, PlaceId } from '../vocabulary.ts';

const OnePlannedPlace = z.object({ placeId: idFromText(PlaceId) });

/** Calls about planned places. `createPlace` fills one. */
export const plannedCalls = {
  listPlanned: {
    method: 'GET',
    path: '/v1/map/map/:mapId/planned',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    response: z.object({
      planned: z.array(PlannedPlace),
      /** The numbered places in their order, as `readOrder` returns them; only for people who may plan. */
      order: z.optional(z.array(PlaceId)),
    }),
  },
  planPlace: {
    method: 'POST',
    path: '/v1/place/planned',
    auth: 'token',
    idempotent: true,
    body: { kind: 'json', schema: NewPlannedPlace },
    response: PlannedPlace,
  },
  changePlanned: {
    method: 'PUT',
    path: '/v1/place/planned/:placeId',
    auth: 'token',
    params: OnePlannedPlace,
    body: { kind: 'json', schema: PlannedPlaceChange },
    response: PlannedPlace,
  },
  deletePlanned: {
    method: 'DELETE',
    path: '/v1/place/planned/:placeId',
    auth: 'token',
    params: OnePlannedPlace,
    response: Done,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link plannedCalls}. */
export const plannedCallDocs = {
  listPlanned: {
    summary:
      'The places that are planned on a parcours, oldest first: for its editors and admins all that are not public yet, and ' +
      'the order; for other members who may drop those that nobody has filled.',
    errors: ['forbidden', 'not_found'],
    work: ['lists'],
  },
  planPlace: {
    summary:
      'Plans a place without audio, as somebody who may edit the parcours; `asked` names the member who is to fill it.',
    errors: ['forbidden', 'not_found', 'conflict', 'map_full', 'quota_exceeded'],
    work: ['bodies'],
  },
  changePlanned: {
    summary: 'Changes the name, the shape or the asked member of a planned place.',
    errors: ['forbidden', 'not_found', 'map_full', 'quota_exceeded'],
    work: ['bodies'],
  },
  deletePlanned: { summary: 'Deletes a planned place; what fills it stays.', errors: ['forbidden', 'not_found'] },
} as const satisfies Record<keyof typeof plannedCalls, CallDocs>;
