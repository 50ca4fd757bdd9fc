import * as z from 'zod/mini';
import { Done, inAddress, type Route } from '../call.ts';
import { MAP_IDS_MAX } from '../limits.ts';
import { NewPlace, OwnPlaceList, PlaceChange, PlaceDetail, PlaceList } from '../place.ts';
import { ParcoursId, PlaceId, UserId } from '../vocabulary.ts';

const OnePlace = z.object({ placeId: inAddress(PlaceId) });
const Places = z.object({ places: PlaceList });
const OwnPlaces = z.object({ places: OwnPlaceList });

/** Calls about places. */
export const placeCalls = {
  createPlace: {
    method: 'POST',
    path: '/v1/place/places',
    summary: 'Puts a place on a parcours.',
    auth: 'token',
    idempotent: true,
    body: { kind: 'json', schema: NewPlace },
    answer: z.object({ newPlace: z.object({ place_id: PlaceId }) }),
  },
  updatePlace: {
    method: 'PUT',
    path: '/v1/place/places',
    summary: "Changes a place's name, and its shape where one is given.",
    auth: 'token',
    body: { kind: 'json', schema: PlaceChange },
    answer: PlaceDetail,
  },
  readPlace: {
    method: 'GET',
    path: '/v1/place/:placeId',
    summary: 'One place.',
    auth: 'token',
    params: OnePlace,
    answer: PlaceDetail,
  },
  deletePlace: {
    method: 'DELETE',
    path: '/v1/place/places/:placeId',
    summary: 'Deletes a place with its audio.',
    auth: 'token',
    params: OnePlace,
    answer: Done,
  },
  listPlacesOf: {
    method: 'GET',
    path: '/v1/place/places/user/:userId',
    summary: 'The places that somebody made, newest first, on the parcours that the asker is a member of.',
    auth: 'token',
    params: z.object({ userId: inAddress(UserId) }),
    answer: Places,
    ownAnswer: OwnPlaces,
  },
  listPlacesOfOnParcours: {
    method: 'GET',
    path: '/v1/place/places/user/:userId/map/:mapId',
    summary: 'The places that somebody made on one parcours, newest first.',
    auth: 'token',
    params: z.object({ userId: inAddress(UserId), mapId: inAddress(ParcoursId) }),
    answer: Places,
    ownAnswer: OwnPlaces,
  },
  listPlaces: {
    method: 'POST',
    path: '/v1/place/places/by-map-ids',
    summary: 'The places of these parcours; parcours that the asker is no member of are left out.',
    auth: 'token',
    body: { kind: 'json', schema: z.object({ mapIds: z.array(ParcoursId).check(z.maxLength(MAP_IDS_MAX)) }) },
    answer: Places,
    ownAnswer: OwnPlaces,
  },
} as const satisfies Record<string, Route>;
