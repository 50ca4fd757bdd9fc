import * as z from 'zod/mini';
import { Done, idFromText, type Route } from '../call.ts';
import { Deleted } from '../deleted.ts';
import { ParcoursId, PlaceId } from '../vocabulary.ts';

const OnePlace = z.object({ placeId: idFromText(PlaceId) });
const OneParcours = z.object({ mapId: idFromText(ParcoursId) });

/** Calls about deleted places and parcours that can be restored. */
export const deletedCalls = {
  listDeleted: {
    method: 'GET',
    path: '/v1/deleted',
    summary: 'The deleted places and parcours that the caller may bring back, last deleted first.',
    auth: 'token',
    response: Deleted,
  },
  restorePlace: {
    method: 'POST',
    path: '/v1/deleted/places/:placeId',
    summary: 'Brings a deleted place back.',
    auth: 'token',
    params: OnePlace,
    response: Done,
  },
  restoreParcours: {
    method: 'POST',
    path: '/v1/deleted/maps/:mapId',
    summary: 'Brings a deleted parcours back, with its members, places and invitations.',
    auth: 'token',
    params: OneParcours,
    response: Done,
  },
  purgePlace: {
    method: 'DELETE',
    path: '/v1/deleted/places/:placeId',
    summary: 'Deletes a deleted place for good, with its audio.',
    auth: 'token',
    params: OnePlace,
    response: Done,
  },
  purgeParcours: {
    method: 'DELETE',
    path: '/v1/deleted/maps/:mapId',
    summary: 'Deletes a deleted parcours for good, with its places and their audio.',
    auth: 'token',
    params: OneParcours,
    response: Done,
  },
} as const satisfies Record<string, Route>;
