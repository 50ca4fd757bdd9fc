import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, type Route } from '../call.ts';
import { Deleted } from '../deleted.ts';
import { ParcoursId, PlaceId } from '../vocabulary.ts';

const OnePlace = z.object({ placeId: idFromText(PlaceId) });
const OneParcours = z.object({ mapId: idFromText(ParcoursId) });

/** Calls about deleted places and parcours that can be restored. */
export const deletedCalls = {
  listDeleted: { method: 'GET', path: '/v1/deleted', auth: 'token', response: Deleted },
  restorePlace: {
    method: 'POST',
    path: '/v1/deleted/places/:placeId',
    auth: 'token',
    params: OnePlace,
    response: Done,
  },
  restoreParcours: {
    method: 'POST',
    path: '/v1/deleted/maps/:mapId',
    auth: 'token',
    params: OneParcours,
    response: Done,
  },
  purgePlace: {
    method: 'DELETE',
    path: '/v1/deleted/places/:placeId',
    auth: 'token',
    params: OnePlace,
    response: Done,
  },
  purgeParcours: {
    method: 'DELETE',
    path: '/v1/deleted/maps/:mapId',
    auth: 'token',
    params: OneParcours,
    response: Done,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link deletedCalls}. */
export const deletedCallDocs = {
  listDeleted: {
    summary: 'The deleted places and parcours that the caller may bring back, last deleted first.',
    errors: [],
  },
  restorePlace: { summary: 'Brings a deleted place back.', errors: ['forbidden', 'not_found', 'map_full'] },
  restoreParcours: {
    summary: 'Brings a deleted parcours back, with its members, places and invitations.',
    errors: ['forbidden', 'not_found'],
  },
  purgePlace: {
    summary: 'Deletes a deleted place for good, with its audio.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  purgeParcours: {
    summary: 'Deletes a deleted parcours for good, with its places and their audio.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
} as const satisfies Record<keyof typeof deletedCalls, CallDocs>;
