import * as z from 'zod/mini';
import { type CallDocs, idFromText, type Route } from '../call.ts';
import { STEPS_MAX } from '../limits.ts';
import { ParcoursId, PlaceId } from '../vocabulary.ts';

const OneParcours = z.object({ mapId: idFromText(ParcoursId) });

/** The order of a parcours: its places with a number, in their order. */
const PlaceOrder = z.object({
  placeIds: z.array(PlaceId),
  /** Changes with the order. */
  version: z.string(),
});
export type PlaceOrder = z.infer<typeof PlaceOrder>;

/** A whole new order; empty for none. `version` is that of the order which it replaces. */
const NewPlaceOrder = z.object({
  placeIds: z.array(PlaceId).check(
    z.maxLength(STEPS_MAX),
    z.refine((ids) => new Set(ids).size === ids.length, 'Expected each place once'),
  ),
  version: z.string(),
});

/** Calls about the order of a parcours' places. */
export const orderCalls = {
  readOrder: {
    method: 'GET',
    path: '/v1/map/map/:mapId/order',
    auth: 'token',
    params: OneParcours,
    response: PlaceOrder,
  },
  setOrder: {
    method: 'PUT',
    path: '/v1/map/map/:mapId/order',
    auth: 'token',
    params: OneParcours,
    body: { kind: 'json', schema: NewPlaceOrder },
    response: PlaceOrder,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link orderCalls}. */
export const orderCallDocs = {
  readOrder: {
    summary: 'The numbered places of a parcours in their order, with those that wait for approval.',
    errors: ['forbidden', 'not_found'],
  },
  setOrder: {
    summary:
      'Replaces the order of a parcours as a whole. A `conflict` if somebody else has changed it since `version`, or if a ' +
      'place is no longer there; read it again then.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
} as const satisfies Record<keyof typeof orderCalls, CallDocs>;
