import * as z from 'zod/mini';
import { idFromText } from '../call.ts';
import { TEXT_LINE_MAX } from '../limits.ts';
import { ThingState } from '../moderation/moderation.ts';
import { lineOf } from '../text/lines.ts';
import { User } from '../user.ts';
import { ParcoursId, PlaceId, UserId } from '../vocabulary.ts';

/** Most rows in one response. */
export const OVERVIEW_PAGE = 50;

/** Largest quota of an account: a petabyte. */
export const QUOTA_MAX_BYTES = 10 ** 15;

/** Which page of a list is meant: what contains `search`, newest first. */
const pageOf = <Id extends z.ZodMiniType<number, number>>(id: Id) =>
  z.object({
    search: z.optional(lineOf(0, TEXT_LINE_MAX)),
    /** Rows with smaller ids only. */
    before: z.optional(idFromText(id)),
  });

/** Which accounts are meant; `search` is a part of a name or an email. */
export const AccountsQuery = pageOf(UserId);
/** Which parcours are meant; `search` is a part of a name. */
export const MapsQuery = pageOf(ParcoursId);

/** An account as the site's admins see it. Times are ISO 8601 in UTC. */
export const AdminAccount = z.object({
  ...z.pick(User, { id: true, name: true, email: true, role: true }).shape,
  createdAt: z.string(),
  /** When it was last used, to ten minutes while it has a session, else to a day; its creation at the least. */
  usedAt: z.string(),
  /** How many parcours it is a member of. */
  maps: z.int(),
  /** Bytes of its uploads, as its quota counts them. */
  bytes: z.int(),
  /** The most bytes that it may have. */
  quotaBytes: z.int(),
  /** The same where an admin of the site has said so; null where it is what the settings give. */
  ownQuotaBytes: z.nullable(z.int()),
  isSuspended: z.boolean(),
});
/** An account as the site's admins see it. */
export type AdminAccount = z.infer<typeof AdminAccount>;

/** An account's quota as an admin of the site sets it; null for what the settings give. */
export const OwnQuota = z.object({ quotaBytes: z.nullable(z.int().check(z.minimum(0), z.maximum(QUOTA_MAX_BYTES))) });

/** A page of accounts, without the throwaway accounts of guests. */
export const AdminAccounts = z.object({
  accounts: z.array(AdminAccount).check(z.maxLength(OVERVIEW_PAGE)),
  /** `before` of the next page; null for the last. */
  next: z.nullable(UserId),
});
/** A page of accounts. */
export type AdminAccounts = z.infer<typeof AdminAccounts>;

/** A parcours as the site's admins see it. */
export const AdminMap = z.object({
  id: ParcoursId,
  name: z.string(),
  createdAt: z.string(),
  state: ThingState,
  members: z.int(),
  /** Those that are not deleted. */
  places: z.int(),
  /** Bytes of the audio of its places and of its pictures, as uploaded. */
  bytes: z.int(),
});
/** A parcours as the site's admins see it. */
export type AdminMap = z.infer<typeof AdminMap>;

/** A page of parcours. */
export const AdminMaps = z.object({
  maps: z.array(AdminMap).check(z.maxLength(OVERVIEW_PAGE)),
  /** `before` of the next page; null for the last. */
  next: z.nullable(ParcoursId),
});
/** A page of parcours. */
export type AdminMaps = z.infer<typeof AdminMaps>;

/** How a file that is made from a recording stands; `none` where the server makes none. */
const JobState = z.enum(['done', 'waiting', 'failed', 'none']);
/** How a file that is made from a recording stands. */
export type JobState = z.infer<typeof JobState>;

/** A place whose recording still waits for something, or will never get it. */
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
/** A place whose recording still waits for something. */
export type AdminJob = z.infer<typeof AdminJob>;

/** What the server has to make from recordings. */
export const AdminJobs = z.object({
  waveformsWaiting: z.int(),
  renditionsWaiting: z.int(),
  renditionsFailed: z.int(),
  /** The oldest of them. */
  jobs: z.array(AdminJob).check(z.maxLength(OVERVIEW_PAGE)),
});
/** What the server has to make from recordings. */
export type AdminJobs = z.infer<typeof AdminJobs>;

/** The server as its site's admins see it. */
export const AdminServer = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: z.string(),
  disk: z.object({ freeBytes: z.int(), totalBytes: z.int() }),
  /** What is stored in all. */
  stored: z.object({
    accounts: z.int(),
    maps: z.int(),
    places: z.int(),
    bytes: z.object({ audio: z.int(), renditions: z.int(), images: z.int() }),
  }),
  /** Limits and switches by their names in the environment; nothing secret, no address and no path. */
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
});
/** The server as its site's admins see it. */
export type AdminServer = z.infer<typeof AdminServer>;
