import * as z from 'zod/mini';
import { type CallDocs, idFromText, type Route } from '../call.ts';
import { PLACES_AT_ONCE_MAX, TEXT_LINE_MAX } from '../limits.ts';
import { lineOf } from '../lines.ts';
import { ParcoursId, PlaceId, UserId } from '../vocabulary.ts';

const OneParcours = z.object({ mapId: idFromText(ParcoursId) });

/** Who made a place and when, for the editors of its parcours. */
const PlaceOrigin = z.object({
  id: PlaceId,
  /** Null after their account was deleted. */
  author: z.nullable(z.object({ id: UserId, name: z.string() })),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
});
export type PlaceOrigin = z.infer<typeof PlaceOrigin>;

const each = [z.minLength(1), z.maxLength(PLACES_AT_ONCE_MAX)] as const;
const placeIds = z.array(PlaceId).check(...each);

/** One act on several places of a parcours. */
const ManyPlacesChange = z.discriminatedUnion('act', [
  z.object({ act: z.literal('delete'), placeIds }),
  z.object({
    act: z.literal('rename'),
    names: z.array(z.object({ id: PlaceId, appelation: lineOf(0, TEXT_LINE_MAX) })).check(...each),
  }),
  z.object({ act: z.literal('move'), placeIds, to: ParcoursId }),
  /** Whom planned places are asked of; null for nobody in particular. */
  z.object({ act: z.literal('ask'), placeIds, asked: z.nullable(UserId) }),
]);
export type ManyPlacesChange = z.input<typeof ManyPlacesChange>;

/** Calls about many places of a parcours at once. */
export const manyCalls = {
  listOrigins: {
    method: 'GET',
    path: '/v1/map/map/:mapId/origins',
    auth: 'token',
    params: OneParcours,
    response: z.object({ places: z.array(PlaceOrigin) }),
  },
  changeManyPlaces: {
    method: 'POST',
    path: '/v1/map/map/:mapId/many',
    auth: 'token',
    params: OneParcours,
    body: { kind: 'json', schema: ManyPlacesChange },
    response: z.object({ placeIds: z.array(PlaceId) }),
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link manyCalls}. */
export const manyCallDocs = {
  listOrigins: {
    summary: 'Who made each place of a parcours that the caller may edit, planned ones too, and when.',
    errors: ['forbidden', 'not_found'],
  },
  changeManyPlaces: {
    summary:
      'Deletes, renames or moves several places of a parcours that the caller may edit, all of them or none. Places that are ' +
      'no longer there are left out, and so are, in a move to another parcours that the caller may edit, those whose author, ' +
      'or whoever recorded them, may not drop there. Returns the changed ones. A moved place has no number any more, nor earlier ' +
      'versions by people who may not drop there; one that waits or was refused still does. ' +
      "None moves out of a parcours that the site's admins have hidden, or have a report of before them, and none with tellings to one with another first language. " +
      'Of the planned ones among them, it also asks one member who may drop, or nobody in particular, to fill them.',
    errors: ['forbidden', 'not_found', 'conflict', 'map_full'],
    work: ['bodies'],
  },
} as const satisfies Record<keyof typeof manyCalls, CallDocs>;
