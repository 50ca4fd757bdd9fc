import * as z from 'zod/mini';
import { EVENTS_WAITING_MAX } from './limits.ts';
import { PlaceId, Role, UserId } from './vocabulary.ts';

/** A login. Contains only the parts of the account that are needed to count visits. */
export const LoggedIn = z.object({
  name: z.literal('Logged in'),
  /** When it happened, in milliseconds since 1970 by the server's clock, as well as the device knows it. */
  atMs: z.number(),
  properties: z.object({ user: z.object({ id: UserId, role: Role }) }),
});
export type LoggedIn = z.infer<typeof LoggedIn>;

/** A person entered a place; sent once per entry. */
export const UserEnteredGeometry = z.object({
  name: z.literal('User Entered Geometry'),
  /** When it happened, as above. */
  atMs: z.number(),
  properties: z.object({
    geometryId: PlaceId,
    geometryType: z.enum(['Point', 'Polygon']),
    /** Metres to the place; 0 inside a polygon. */
    distance: z.number().check(z.nonnegative()),
    /** Accuracy of the fix in metres. */
    accuracyRadius: z.number().check(z.nonnegative()),
  }),
});
export type UserEnteredGeometry = z.infer<typeof UserEnteredGeometry>;

/** A person began to listen to a story, or finished it; for the counts that the parcours' admins see. */
export const HeardStory = z.object({
  name: z.literal('Heard Story'),
  /** When it happened, as above. It counts on the day on which it arrives. */
  atMs: z.number(),
  properties: z.object({ geometryId: PlaceId, finished: z.boolean() }),
});

/** Every analytics event. */
export const AnalyticsEvent = z.discriminatedUnion('name', [LoggedIn, UserEnteredGeometry, HeardStory]);
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;

/** Body of a batch of events: at most as many as a device stores. */
export const EventBatch = z.object({ events: z.array(AnalyticsEvent).check(z.maxLength(EVENTS_WAITING_MAX)) });
export type EventBatch = z.infer<typeof EventBatch>;
