import * as z from 'zod/mini';

/** Roles of accounts on the whole site, from lowest to highest. Set by the server only. */
export const ROLES = ['guest', 'user', 'editor', 'admin'] as const;
/** One of {@link ROLES}. */
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Privileges of members on one parcours, from lowest to highest. `drop` is shown as 'Fellow Dropper'. */
export const PRIVILEGES = ['guest', 'drop', 'editor', 'admin'] as const;
/** One of {@link PRIVILEGES}. */
export const Privilege = z.enum(PRIVILEGES);
export type Privilege = z.infer<typeof Privilege>;

/** The languages of the interface, of mails and of what is exported. */
export const LANGUAGES = ['fr', 'en'] as const;
/** One of {@link LANGUAGES}. */
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

/** Returns the first of these language tags that we have, by its first part; French without one. */
export function languageFrom(tags: readonly string[]): Language {
  const wanted = tags.map((tag) => tag.toLowerCase().split('-')[0]);
  return wanted.find((tag): tag is Language => LANGUAGES.some((one) => one === tag)) ?? 'fr';
}

/** The states of the location service; only `active` and `low_accuracy` have a position. */
export type LocationStatus = 'idle' | 'requesting' | 'denied' | 'error' | 'unavailable' | 'low_accuracy' | 'active';

/** No row has a larger id: this is the largest 32-bit integer, which every database accepts. */
const ID_MAX = 2 ** 31 - 1;

/** Row ids: positive integers. A larger one than {@link ID_MAX} becomes ID_MAX, which no row has. */
const rowId = z.int().check(
  z.positive(),
  z.overwrite((id) => Math.min(id, ID_MAX)),
);

/** The id of an account. */
export const UserId = rowId.brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;
/** Visitors of open parcours, who have no account, have the ids from here on. Rows of accounts never get so far. */
export const VISITORS_FROM = 2 ** 30;

/** The id of a parcours: a shared map with its places. */
export const ParcoursId = rowId.brand<'ParcoursId'>();
export type ParcoursId = z.infer<typeof ParcoursId>;

/** The id of a place: a point or a polygon zone on one parcours. */
export const PlaceId = rowId.brand<'PlaceId'>();
export type PlaceId = z.infer<typeof PlaceId>;

/** The id of an earlier version of a place. */
export const PlaceVersionId = rowId.brand<'PlaceVersionId'>();
export type PlaceVersionId = z.infer<typeof PlaceVersionId>;

/** The id of an invitation. */
export const InviteId = rowId.brand<'InviteId'>();
export type InviteId = z.infer<typeof InviteId>;

/** The id of a request for another role. */
export const RoleRequestId = rowId.brand<'RoleRequestId'>();
export type RoleRequestId = z.infer<typeof RoleRequestId>;

/** The id of a report. */
export const ReportId = rowId.brand<'ReportId'>();
export type ReportId = z.infer<typeof ReportId>;

/** The id of a visitor's remark about a place. */
export const RemarkId = rowId.brand<'RemarkId'>();
export type RemarkId = z.infer<typeof RemarkId>;

/** The id of a measure taken because of reports, or of an approval. */
export const MeasureId = rowId.brand<'MeasureId'>();
export type MeasureId = z.infer<typeof MeasureId>;

/** The id of a group of parcours. */
export const BundleId = rowId.brand<'BundleId'>();
export type BundleId = z.infer<typeof BundleId>;

/** The id of a passkey. */
export const PasskeyId = rowId.brand<'PasskeyId'>();
export type PasskeyId = z.infer<typeof PasskeyId>;

/** The id of a picture of a place. */
export const PictureId = rowId.brand<'PictureId'>();
export type PictureId = z.infer<typeof PictureId>;
