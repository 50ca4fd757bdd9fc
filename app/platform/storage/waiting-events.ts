import * as z from 'zod/mini';
import { AnalyticsEvent } from '../../../contracts/events.ts';
import { UserId } from '../../../contracts/vocabulary.ts';

/** Analytics events that the server does not have yet, as far as is known. */
export const WaitingEvents = z.object({
  /** The account that they are about. The server attributes events to the account that sends them. */
  ownerId: UserId,
  /** Events that may have been sent, and the idempotency key to send them again; null if no response is missing. */
  batch: z.nullable(z.object({ key: z.string(), events: z.array(AnalyticsEvent) })),
  /** Events that were never sent, oldest first. */
  events: z.array(AnalyticsEvent),
});
/** Analytics events that the server does not have yet. */
export type WaitingEvents = z.infer<typeof WaitingEvents>;
