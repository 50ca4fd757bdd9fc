import * as z from 'zod/mini';
import { idFromText } from '../call.ts';
import { Email } from '../user.ts';
import { ParcoursId, PlaceId, UserId } from '../vocabulary.ts';

/** Everything that the trail records: who came in, and what was given, taken away, hidden or deleted. */
export const TRAIL_ACTIONS = [
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'google_linked',
  'guest_adopted',
  'password_changed',
  'password_reset',
  'passkey_added',
  'passkey_deleted',
  'sessions_ended',
  'consent_given',
  'data_exported',
  'account_deleted',
  'role_changed',
  'role_granted',
  'role_refused',
  'invitation_made',
  'invitation_revoked',
  'invitation_accepted',
  'privilege_changed',
  'member_removed',
  'left',
  'place_deleted',
  'map_deleted',
  'bundle_deleted',
  'report_made',
  'report_closed',
  'hidden',
  'restored',
  'approval_changed',
  'approved',
  'refused',
  'warned',
  'suspended',
  'unsuspended',
  'quota_changed',
  'admin_opened_map',
  'trail_exported',
] as const;
/** One of {@link TRAIL_ACTIONS}. */
export const TrailAction = z.enum(TRAIL_ACTIONS);
/** One of {@link TRAIL_ACTIONS}. */
export type TrailAction = z.infer<typeof TrailAction>;

/** Days after which an entry of the trail is deleted. */
export const TRAIL_DAYS = 365;
/** Most entries in one response. */
export const TRAIL_PAGE = 50;
/** Longest detail of an entry. */
export const TRAIL_DETAIL_MAX = 200;

/** An account as an entry has it: its name and email as they were then; null once the account is deleted. */
const TrailAccount = z.object({ id: UserId, name: z.nullable(z.string()), email: z.nullable(z.string()) });
/** An account as an entry has it. */
export type TrailAccount = z.infer<typeof TrailAccount>;

/** One entry of the trail. Names are those of the time. */
export const TrailEntry = z.object({
  id: z.int(),
  /** ISO 8601 in UTC. */
  happenedAt: z.string(),
  action: TrailAction,
  /** Who did it; null for the server, its operator, and for whoever was not logged in. */
  actor: z.nullable(TrailAccount),
  /** The account that it was done to. */
  account: z.nullable(TrailAccount),
  map: z.nullable(z.object({ id: ParcoursId, name: z.string() })),
  place: z.nullable(z.object({ id: PlaceId, name: z.string() })),
  /** The hashed network address, the same for one address within a day (UTC); null for the server itself. */
  address: z.nullable(z.string()),
  /** A few English words or values, never a name or an email; empty if there is nothing to add. */
  detail: z.string(),
});
/** One entry of the trail. */
export type TrailEntry = z.infer<typeof TrailEntry>;

/** A time as ISO 8601 in UTC. */
const Time = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'Expected a time'),
);

/** Which entries are meant; all parts have to hold. */
export const TrailFilter = z.object({
  action: z.optional(TrailAction),
  /** Who did it or to whom it was done: an id or an email. */
  account: z.optional(z.union([idFromText(UserId), Email])),
  mapId: z.optional(idFromText(ParcoursId)),
  /** From this time on, and before that time: ISO 8601 in UTC. */
  from: z.optional(Time),
  to: z.optional(Time),
});
/** Which entries are meant. */
export type TrailFilter = z.infer<typeof TrailFilter>;

/** A page of the trail. */
export const TrailList = z.object({
  /** Newest first. */
  entries: z.array(TrailEntry).check(z.maxLength(TRAIL_PAGE)),
  /** `before` of the next page; null for the last. */
  next: z.nullable(z.int()),
});
/** A page of the trail. */
export type TrailList = z.infer<typeof TrailList>;

/** Path of the trail as a CSV file; takes the parts of {@link TrailFilter} as its query. */
export const TRAIL_CSV_PATH = '/v1/admin/trail.csv';
