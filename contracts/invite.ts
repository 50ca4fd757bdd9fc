import * as z from 'zod/mini';
import { INVITE_DAYS_MAX, INVITE_LABEL_MAX, INVITE_MAILS_MAX, INVITE_TOKEN_MAX } from './limits.ts';
import { lineOf } from './lines.ts';
import { NewEmail } from './user.ts';
import { InviteId, ParcoursId, Privilege } from './vocabulary.ts';

/** A name by which its maker recognizes an invitation. */
const Label = lineOf(1, INVITE_LABEL_MAX);

/** Body of an invitation's creation. */
export const NewInvite = z.object({
  mapId: ParcoursId,
  privilege: Privilege,
  /** Days until it expires; null for never. By default INVITE_DAYS of its privilege. */
  days: z.optional(z.nullable(z.int().check(z.positive(), z.maximum(INVITE_DAYS_MAX)))),
  label: z.optional(z.nullable(Label)),
});
export type NewInvite = z.input<typeof NewInvite>;

/** An invitation: anyone who accepts its token joins the parcours with its privilege. */
export const Invite = z.object({
  token: z.string(),
  /** Path and query on the app's origin, `/invite?token=...&privilege=...`. */
  link: z.string(),
});
export type Invite = z.infer<typeof Invite>;

/** Body of an invitation that is mailed to several addresses, with one link for all of them. */
export const MailedInvite = z.object({
  ...z.pick(NewInvite, { mapId: true, label: true }).shape,
  /** Not `admin`, whose links are for one person each. */
  privilege: z.enum(['editor', 'drop', 'guest']),
  emails: z.array(NewEmail).check(z.minLength(1), z.maxLength(INVITE_MAILS_MAX)),
});

/** What becomes of a mailed invitation. */
export const SentInvites = z.object({
  /** The number of addresses that get a mail, whether or not they have an account. */
  mailed: z.int(),
  /** The addresses that got too many invitations in a day, from anybody. */
  skipped: z.array(z.string()),
});

/** A link to a parcours, as the older calls return it. */
export const ShareLink = z.extend(Invite, { privilege: Privilege });
export type ShareLink = z.infer<typeof ShareLink>;

/** An invitation that can still be accepted. */
export const OpenInvite = z.object({
  id: InviteId,
  privilege: Privilege,
  /** The maker's name for it; null if there is none. */
  label: z.nullable(z.string()),
  inviter: z.string(),
  isOwn: z.boolean(),
  /**
   * Like `link` of {@link Invite}; null if it is another member's, or dates from when links could be shown only once.
   */
  link: z.nullable(z.string()),
  /** Number of accounts that joined with it or opened it as members. */
  uses: z.int(),
  /** ISO 8601 in UTC; null if nobody has used it. */
  lastUsedAt: z.nullable(z.string()),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  /** ISO 8601 in UTC; null if it does not expire. */
  expiresAt: z.nullable(z.string()),
});
export type OpenInvite = z.infer<typeof OpenInvite>;

const InviteToken = z.string().check(z.minLength(1), z.maxLength(INVITE_TOKEN_MAX));

/** Body of an acceptance. The token alone decides the parcours and the privilege, not the link's query. */
export const AcceptInvite = z.object({ token: InviteToken });
export type AcceptInvite = z.infer<typeof AcceptInvite>;

/** Response to an acceptance. */
export const JoinedParcours = z.object({
  mapId: ParcoursId,
  /** Whether the invitation gave the caller their membership, or a higher privilege than before. */
  hasGained: z.boolean(),
});
export type JoinedParcours = z.infer<typeof JoinedParcours>;

/** What an invitation leads to, for anyone who has its token. */
export const InviteLook = z.object({ mapId: ParcoursId, name: z.string(), privilege: Privilege, inviter: z.string() });
export type InviteLook = z.infer<typeof InviteLook>;

/** Body of a visit. */
export const NewVisit = z.object({
  token: InviteToken,
  /**
   * A secret that the device chooses, at least 128 random bits as text. The same key leads to the same guest again,
   * after a lost response or once the guest's token has expired.
   */
  key: z.string().check(z.regex(/^[\w-]{32,200}$/)),
});
export type NewVisit = z.infer<typeof NewVisit>;
