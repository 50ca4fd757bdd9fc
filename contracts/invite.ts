import * as z from 'zod/mini';
import { INVITE_DAYS_MAX } from './limits.ts';
import { InviteId, ParcoursId, Privilege } from './vocabulary.ts';

/** Body of an invitation's creation. */
export const NewInvite = z.object({
  mapId: ParcoursId,
  privilege: Privilege,
  /** Days until it ends; null lets it stand until it is revoked. Left out, it ends as INVITE_DAYS says for its privilege. */
  days: z.optional(z.nullable(z.int().check(z.positive(), z.maximum(INVITE_DAYS_MAX)))),
});
/** Body of an invitation's creation. */
export type NewInvite = z.infer<typeof NewInvite>;

/** An invitation: whoever accepts its token joins the parcours with the privilege it was made with. */
export const Invite = z.object({
  token: z.string(),
  /** Path and query on the app's origin, `/invite?token=...&privilege=...`. */
  link: z.string(),
});
/** An invitation. */
export type Invite = z.infer<typeof Invite>;

/** Somebody's link to a parcours, as the older calls answer it. */
export const ShareLink = z.extend(Invite, { privilege: Privilege });
/** Somebody's link to a parcours. */
export type ShareLink = z.infer<typeof ShareLink>;

/** An invitation that can still be accepted, without its token, which only its maker was shown. */
export const OpenInvite = z.object({
  id: InviteId,
  privilege: Privilege,
  /** Name of who made it. */
  inviter: z.string(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  /** ISO 8601 in UTC; null where it stands until it is revoked. */
  expiresAt: z.nullable(z.string()),
});
/** An invitation that can still be accepted. */
export type OpenInvite = z.infer<typeof OpenInvite>;

/** Body of an acceptance. The token decides the parcours and the privilege, whatever the link's query says. */
export const AcceptInvite = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
/** Body of an acceptance. */
export type AcceptInvite = z.infer<typeof AcceptInvite>;

/** Answer to an acceptance. */
export const JoinedParcours = z.object({ mapId: ParcoursId });
/** Answer to an acceptance. */
export type JoinedParcours = z.infer<typeof JoinedParcours>;
