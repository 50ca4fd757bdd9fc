import * as z from 'zod/mini';
import { INVITE_DAYS_MAX } from './limits.ts';
import { InviteId, ParcoursId, Privilege } from './vocabulary.ts';

/** Body of an invitation's creation. */
export const NewInvite = z.object({
  mapId: ParcoursId,
  privilege: Privilege,
  /** Days until it expires; null for never. By default INVITE_DAYS of its privilege. */
  days: z.optional(z.nullable(z.int().check(z.positive(), z.maximum(INVITE_DAYS_MAX)))),
});
/** Body of an invitation's creation. */
export type NewInvite = z.infer<typeof NewInvite>;

/** An invitation: whoever accepts its token joins the parcours with its privilege. */
export const Invite = z.object({
  token: z.string(),
  /** Path and query on the app's origin, `/invite?token=...&privilege=...`. */
  link: z.string(),
});
/** An invitation. */
export type Invite = z.infer<typeof Invite>;

/** A link to a parcours, as the older calls return it. */
export const ShareLink = z.extend(Invite, { privilege: Privilege });
/** A link to a parcours. */
export type ShareLink = z.infer<typeof ShareLink>;

/** An invitation that can still be accepted, without its token, which is shown only at its creation. */
export const OpenInvite = z.object({
  id: InviteId,
  privilege: Privilege,
  /** Name of the inviter. */
  inviter: z.string(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  /** ISO 8601 in UTC; null if it does not expire. */
  expiresAt: z.nullable(z.string()),
});
/** An invitation that can still be accepted. */
export type OpenInvite = z.infer<typeof OpenInvite>;

/** Body of an acceptance. Only the token decides the parcours and the privilege, not the link's query. */
export const AcceptInvite = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
/** Body of an acceptance. */
export type AcceptInvite = z.infer<typeof AcceptInvite>;

/** Response to an acceptance. */
export const JoinedParcours = z.object({ mapId: ParcoursId });
/** Response to an acceptance. */
export type JoinedParcours = z.infer<typeof JoinedParcours>;
