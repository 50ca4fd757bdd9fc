import * as z from 'zod/mini';
import { EVENTS_WAITING_MAX } from './limits.ts';
import { PlaceId, Role, UserId } from './vocabulary.ts';

/** Somebody logged in. Of the account only what counts visits by: the rest of it is no analytics' business. */
export const LoggedIn = z.object({
  name: z.literal('Logged in'),
  /** When it happened on the device, in milliseconds since 1970: events travel in batches. */
  atMs: z.number(),
  properties: z.object({ user: z.object({ id: UserId, role: Role }) }),
});
/** Somebody logged in. */
export type LoggedIn = z.infer<typeof LoggedIn>;

/** Somebody came within reach of a place. Once for each entry. */
export const UserEnteredGeometry = z.object({
  name: z.literal('User Entered Geometry'),
  /** The time of the position that entered, in milliseconds since 1970. */
  atMs: z.number(),
  properties: z.object({
    geometryId: PlaceId,
    geometryType: z.enum(['Point', 'Polygon']),
    /** Metres to the place; 0 inside a polygon. */
    distance: z.number().check(z.nonnegative()),
    /** Accuracy of the position in metres. */
    accuracyRadius: z.number().check(z.nonnegative()),
  }),
});
/** Somebody came within reach of a place. */
export type UserEnteredGeometry = z.infer<typeof UserEnteredGeometry>;

/** Every analytics event. */
export const AnalyticsEvent = z.discriminatedUnion('name', [LoggedIn, UserEnteredGeometry]);
/** Every analytics event. */
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;

/** Body of a batch of events: at most as many as a device keeps. */
export const EventBatch = z.object({ events: z.array(AnalyticsEvent).check(z.maxLength(EVENTS_WAITING_MAX)) });
/** Body of a batch of events. */
export type EventBatch = z.infer<typeof EventBatch>;
