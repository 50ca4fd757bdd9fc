import * as z from 'zod/mini';
import { type CallDocs, Done, IdempotencyKey, idFromText, type Route } from '../call.ts';
import { Slug } from '../open-parcours.ts';
import { Held, NewPlace, PlaceChange, PlaceDetail, PlaceList } from '../place.ts';
import { TYPED_CODE_MAX } from '../place-code.ts';
import { ParcoursId, PlaceId, UserId } from '../vocabulary.ts';

const OnePlace = z.object({ placeId: idFromText(PlaceId) });
const Places = z.object({ places: PlaceList });

/** Calls about places. */
export const placeCalls = {
  createPlace: {
    method: 'POST',
    path: '/v1/place/places',
    auth: 'token',
    idempotent: true,
    body: { kind: 'json', schema: NewPlace },
    response: z.object({ newPlace: z.object({ place_id: PlaceId, held: z.optional(Held) }) }),
  },
  abandonPlace: {
    method: 'DELETE',
    path: '/v1/place/places',
    auth: 'token',
    headers: z.object({ 'idempotency-key': IdempotencyKey }),
    response: z.object({ placeId: z.nullable(PlaceId) }),
  },
  updatePlace: {
    method: 'PUT',
    path: '/v1/place/places',
    auth: 'token',
    body: { kind: 'json', schema: PlaceChange },
    response: PlaceDetail,
  },
  readPlace: { method: 'GET', path: '/v1/place/:placeId', auth: 'reader', params: OnePlace, response: PlaceDetail },
  findOpenPlace: {
    method: 'GET',
    path: '/v1/place/code/:code',
    auth: 'none',
    params: z.object({ code: z.string().check(z.maxLength(TYPED_CODE_MAX)) }),
    response: z.object({ placeId: PlaceId, mapId: ParcoursId, slug: Slug }),
  },
  deletePlace: { method: 'DELETE', path: '/v1/place/places/:placeId', auth: 'token', params: OnePlace, response: Done },
  listPlacesOf: {
    method: 'GET',
    path: '/v1/place/places/user/:userId',
    auth: 'token',
    params: z.object({ userId: idFromText(UserId) }),
    response: Places,
  },
  listPlacesOfOnParcours: {
    method: 'GET',
    path: '/v1/place/places/user/:userId/map/:mapId',
    auth: 'token',
    params: z.object({ userId: idFromText(UserId), mapId: idFromText(ParcoursId) }),
    response: Places,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link placeCalls}. */
export const placeCallDocs = {
  createPlace: {
    summary:
      'Creates a place on a parcours; with `draft`, for its author alone until they update it; with `planned`, as the filling of ' +
      'a planned place.',
    errors: ['forbidden', 'not_found', 'already_filled', 'map_full', 'quota_exceeded'],
    work: ['bodies'],
  },
  abandonPlace: {
    summary:
      'Gives up a request for a place that got no answer: returns the place that it created, which stays, or null. For two ' +
      'minutes the key is refused with `conflict`.',
    errors: ['conflict'],
  },
  updatePlace: {
    summary: "Changes a place's name, and its shape if given. Publishes a draft.",
    errors: ['forbidden', 'not_found', 'map_full', 'quota_exceeded'],
    work: ['bodies'],
  },
  readPlace: { summary: 'One place.', errors: ['forbidden', 'not_found'] },
  findOpenPlace: {
    summary: 'The place with a printed code, and its parcours, if people without an account see it.',
    errors: ['not_found'],
  },
  deletePlace: { summary: 'Deletes a place with its audio.', errors: ['forbidden', 'not_found'] },
  listPlacesOf: {
    summary: 'The places that a user made, newest first, on the parcours that the caller is a member of.',
    errors: ['forbidden', 'not_found'],
    work: ['lists'],
  },
  listPlacesOfOnParcours: {
    summary: 'The places that a user made on one parcours, newest first.',
    errors: ['forbidden', 'not_found'],
    work: ['lists'],
  },
} as const satisfies Record<keyof typeof placeCalls, CallDocs>;
