import * as z from 'zod/mini';
import { type CallDocs, idFromText, type Route } from '../call.ts';
import { ParcoursId, PlaceId } from '../vocabulary.ts';

/**
 * Listens that were begun, and those of them that were finished: multiples of five, rounded down. A person counts once
 * for each story and day. 0 finished means that it is not shown.
 */
const HeardCount = z.object({ begun: z.int(), finished: z.int() });
export type HeardCount = z.infer<typeof HeardCount>;

/** What was heard on a parcours. Each number counts at least five people, and never all who could listen. */
const Heard = z.object({
  total: HeardCount,
  /**
   * Days in UTC (`YYYY-MM-DD`), several together where few have listened; oldest first. Each row begins where the one before
   * ended; `from` is null in the first.
   */
  days: z.array(z.extend(HeardCount, { from: z.nullable(z.string()), until: z.string() })),
  /**
   * Most heard first. `placeId` is null for the places that too few have heard, `name` if it is that, deleted, or `moved`
   * to another parcours; to which one is not told.
   */
  places: z.array(
    z.extend(HeardCount, {
      placeId: z.nullable(PlaceId),
      name: z.nullable(z.string()),
      moved: z.optional(z.literal(true)),
    }),
  ),
  /** Most heard first, by the label of the invitation by which people came; null for no label, no link, or too few. */
  links: z.array(z.extend(HeardCount, { label: z.nullable(z.string()) })),
});
export type Heard = z.infer<typeof Heard>;

/** Calls about what was heard. */
export const heardCalls = {
  readHeard: {
    method: 'GET',
    path: '/v1/map/map/:mapId/heard',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    response: Heard,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link heardCalls}. */
export const heardCallDocs = {
  readHeard: {
    summary:
      "What was heard on a parcours, by day, place and link, for its admins and the site's. No number is about fewer than " +
      'five people, and none is from the current day.',
    errors: ['forbidden', 'not_found'],
  },
} as const satisfies Record<keyof typeof heardCalls, CallDocs>;
