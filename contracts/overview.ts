import * as z from 'zod/mini';
import { idFromText } from './call.ts';
import { TEXT_LINE_MAX } from './limits.ts';
import { lineOf } from './lines.ts';
import { ItemState } from './moderation.ts';
import { NewEmail, User } from './user.ts';
import { ParcoursId, PlaceId, UserId } from './vocabulary.ts';

/** Most rows in one response. */
export const OVERVIEW_PAGE = 50;

/** Largest quota of an account: a petabyte. */
const QUOTA_MAX_BYTES = 10 ** 15;

/** What accounts are sorted by. */
export const ACCOUNT_SORTS = ['created', 'name', 'role', 'used', 'bytes'] as const;
/** One of {@link ACCOUNT_SORTS}. */
export type AccountSort = (typeof ACCOUNT_SORTS)[number];
/** What parcours are sorted by. */
export const MAP_SORTS = ['created', 'name', 'members', 'places', 'bytes'] as const;
/** One of {@link MAP_SORTS}. */
export type MapSort = (typeof MAP_SORTS)[number];

/** Selects a page of a sorted list: the rows that contain `search`, whatever their accents; by default the newest first. */
const pageOf = <Id extends z.ZodMiniType<number, number>, Sort extends string>(id: Id, sorts: readonly Sort[]) =>
  z.object({
    search: z.optional(lineOf(0, TEXT_LINE_MAX)),
    sort: z.optional(z.enum(sorts)),
    order: z.optional(z.enum(['asc', 'desc'])),
    /** Only the rows that follow the one with this id, in the same order; the first ones again once that is gone. */
    before: z.optional(idFromText(id)),
  });

/** Selects accounts; `search` is a part of a name or an email. */
export const AccountsQuery = pageOf(UserId, ACCOUNT_SORTS);
/** Selects parcours; `search` is a part of a name. */
export const MapsQuery = pageOf(ParcoursId, MAP_SORTS);

/** An account as the site's admins see it. Times are ISO 8601 in UTC. */
export const AdminAccount = z.object({
  ...z.pick(User, { id: true, name: true, email: true, role: true }).shape,
  createdAt: z.string(),
  /** Last use, precise to 10 minutes during a session and otherwise to a day; null if nobody ever logged in to it. */
  usedAt: z.nullable(z.string()),
  /** Whether its owner proved access to the mailbox, or an admin of the site vouched for it. */
  emailVerified: z.boolean(),
  /** How many parcours it is a member of. */
  maps: z.int(),
  /** Bytes of its uploads, as its quota counts them. */
  bytes: z.int(),
  /** The most bytes that it may store. */
  quotaBytes: z.int(),
  /** The quota that an admin of the site set for this account; null where the settings decide. */
  ownQuotaBytes: z.nullable(z.int()),
  isSuspended: z.boolean(),
});
export type AdminAccount = z.infer<typeof AdminAccount>;

/** An account's quota as an admin of the site sets it; null lets the settings decide. */
export const OwnQuota = z.object({ quotaBytes: z.nullable(z.int().check(z.minimum(0), z.maximum(QUOTA_MAX_BYTES))) });

/** The roles that an admin of the site gives; guests come by an invitation. */
export const GIVEN_ROLES = ['user', 'editor', 'admin'] as const;
/** One of {@link GIVEN_ROLES}. */
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Body of an account's creation by an admin of the site; its owner chooses the password. */
export const MadeAccount = z.object({
  name: lineOf(1, TEXT_LINE_MAX),
  email: NewEmail,
  role: z.enum(GIVEN_ROLES),
});

/** Body of a change of role. */
export const NewRole = z.object({ role: z.enum(GIVEN_ROLES) });

/** How the owner of an account gets the link to choose a password. */
export const PasswordLink = z.object({
  /** Path on the app's origin, for the admin to pass on; null if a mail brings it. */
  link: z.nullable(z.string()),
});
export type PasswordLink = z.infer<typeof PasswordLink>;

/** A page of accounts, without the throwaway accounts of guests. */
export const AdminAccounts = z.object({
  accounts: z.array(AdminAccount).check(z.maxLength(OVERVIEW_PAGE)),
  /** `before` of the next page; null for the last. */
  next: z.nullable(UserId),
});
export type AdminAccounts = z.infer<typeof AdminAccounts>;

/** A parcours as the site's admins see it. */
export const AdminMap = z.object({
  id: ParcoursId,
  name: z.string(),
  createdAt: z.string(),
  state: ItemState,
  members: z.int(),
  /** Without the deleted ones. */
  places: z.int(),
  /** Bytes of its places' audio and of its pictures, as uploaded. */
  bytes: z.int(),
});
export type AdminMap = z.infer<typeof AdminMap>;

/** A page of parcours. */
export const AdminMaps = z.object({
  maps: z.array(AdminMap).check(z.maxLength(OVERVIEW_PAGE)),
  /** `before` of the next page; null for the last. */
  next: z.nullable(ParcoursId),
});
export type AdminMaps = z.infer<typeof AdminMaps>;

/** The state of a file that the server derives from a recording; `none` where it makes none. */
const JobState = z.enum(['done', 'waiting', 'failed', 'none']);
export type JobState = z.infer<typeof JobState>;

/** A place whose recording still waits for a waveform or rendition, or failed to get one. */
export const AdminJob = z.object({
  placeId: PlaceId,
  place: z.string(),
  map: z.string(),
  uploadedAt: z.string(),
  waveform: JobState,
  rendition: JobState,
  /** Failed attempts to make the rendition. */
  failures: z.int(),
});
export type AdminJob = z.infer<typeof AdminJob>;

/** The files that the server has to make from recordings. */
export const AdminJobs = z.object({
  waveformsWaiting: z.int(),
  renditionsWaiting: z.int(),
  renditionsFailed: z.int(),
  /** The oldest waiting ones. */
  jobs: z.array(AdminJob).check(z.maxLength(OVERVIEW_PAGE)),
});
export type AdminJobs = z.infer<typeof AdminJobs>;

/** The server as its site's admins see it. */
export const AdminServer = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: z.string(),
  disk: z.object({ freeBytes: z.int(), totalBytes: z.int() }),
  /** Totals of what is stored. */
  stored: z.object({
    accounts: z.int(),
    maps: z.int(),
    places: z.int(),
    bytes: z.object({ audio: z.int(), renditions: z.int(), images: z.int() }),
  }),
  /** Limits and switches by their names in the environment; no secret, address or path. */
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type AdminServer = z.infer<typeof AdminServer>;
