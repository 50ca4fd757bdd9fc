import * as z from 'zod/mini';
import { idFromText } from './call.ts';
import { TEXT_LINE_MAX } from './limits.ts';
import { lineOf } from './lines.ts';
import { Email } from './user.ts';
import { ParcoursId, PlaceId, UserId } from './vocabulary.ts';

/** Every action in the audit log: logins, and what was granted, revoked, hidden or deleted. */
export const AUDIT_ACTIONS = [
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
  'account_made',
  'reset_link_made',
  'address_verified',
  'role_changed',
  'role_granted',
  'role_refused',
  'invitation_made',
  'invitations_mailed',
  'invitation_revoked',
  'invitation_accepted',
  'privilege_changed',
  'member_removed',
  'left',
  'place_deleted',
  'place_moved',
  'places_imported',
  'map_deleted',
  'map_exported',
  'map_imported',
  'bundle_deleted',
  'report_made',
  'report_closed',
  'hidden',
  'restored',
  'approval_changed',
  'opening_changed',
  'approved',
  'refused',
  'warned',
  'suspended',
  'unsuspended',
  'quota_changed',
  'admin_opened_map',
  'trail_exported',
] as const;
/** One of {@link AUDIT_ACTIONS}. */
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

/** Days after which an entry of the audit log is deleted. */
export const AUDIT_DAYS = 365;
/** Most entries in one response. */
export const AUDIT_PAGE = 50;
/** Longest detail of an entry. */
export const AUDIT_DETAIL_MAX = 200;

/** An account in an entry, with its name and email at that time; null once the account is deleted. */
const AuditAccount = z.object({ id: UserId, name: z.nullable(z.string()), email: z.nullable(z.string()) });
export type AuditAccount = z.infer<typeof AuditAccount>;

/** One entry of the audit log, with the names of that time. */
export const AuditEntry = z.object({
  id: z.int(),
  /** ISO 8601 in UTC. */
  happenedAt: z.string(),
  action: AuditAction,
  /** The account that did it; null for the server, its operator, and people who weren't logged in. */
  actor: z.nullable(AuditAccount),
  /** The account that was affected. */
  account: z.nullable(AuditAccount),
  map: z.nullable(z.object({ id: ParcoursId, name: z.string() })),
  place: z.nullable(z.object({ id: PlaceId, name: z.string() })),
  /** The hashed network address, equal for one address within a day (UTC); null for the server itself. */
  address: z.nullable(z.string()),
  /** A few English words or values, never a name or an email; empty if there is nothing to add. */
  detail: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A time as ISO 8601 in UTC. */
const Time = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'Expected a time'),
);

/** Filters entries; all given parts must match. */
export const AuditFilter = z.object({
  action: z.optional(AuditAction),
  /** The account that did it or was affected: an id or an email. */
  account: z.optional(z.union([idFromText(UserId), Email])),
  mapId: z.optional(idFromText(ParcoursId)),
  /** From this time (inclusive), and before that time: ISO 8601 in UTC. */
  from: z.optional(Time),
  to: z.optional(Time),
  /** A part of a name or email in it, of a person, parcours or place, whatever the accents. */
  search: z.optional(lineOf(0, TEXT_LINE_MAX)),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** A page of the audit log. */
export const AuditEntries = z.object({
  /** Newest first, unless asked for otherwise. */
  entries: z.array(AuditEntry).check(z.maxLength(AUDIT_PAGE)),
  /** `before` of the next page; null for the last. */
  next: z.nullable(z.int()),
});
export type AuditEntries = z.infer<typeof AuditEntries>;

/** Path of the audit log as a CSV file; takes the parts of {@link AuditFilter} as its query. */
export const AUDIT_LOG_CSV_PATH = '/v1/admin/trail.csv';
