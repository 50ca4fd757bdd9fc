import { type AdminAccount, type AdminJob, type AdminMap, OVERVIEW_PAGE } from '../../../contracts/overview.ts';
import type { CallParsed, CallResponse } from '../../../contracts/routes.ts';
import type { Database } from '../../store/database.ts';
import { readStoredTotals } from '../../store/health.ts';
import {
  type AccountOverviewRow,
  countFailedRenditions,
  type JobRow,
  listAccountOverview,
  listJobs,
  listParcoursOverview,
  type OverviewQuery,
  type ParcoursOverviewRow,
} from '../../store/overview.ts';
import { diskSpace } from '../disk-reserve.ts';
import { stateOf } from '../moderation/reports.ts';

interface OverviewParts {
  readonly database: Database;
  /** Absolute path of the folder whose disk is measured. */
  readonly dataDir: string;
  /** Failed attempts after which a rendition is given up; 0 if this server makes none. */
  readonly renditionFailuresMax: number;
}

/** An account, without the quota that the settings give it. */
export type OverviewAccount = Omit<AdminAccount, 'quotaBytes'>;

/** A page of accounts. */
interface OverviewAccounts extends Pick<CallResponse<'listAccounts'>, 'next'> {
  readonly accounts: OverviewAccount[];
}

/** The content of the server, for its operator and the site's admins. Checks no permission. */
export type Overview = ReturnType<typeof createOverview>;

/** Creates the overview of this database and its disk. */
export function createOverview({ database: { reader }, dataDir, renditionFailuresMax }: OverviewParts) {
  return {
    accounts: async (query: CallParsed<'listAccounts'>['query']): Promise<OverviewAccounts> => {
      const { rows, next } = pageFrom(await listAccountOverview(reader, toQuery(query), OVERVIEW_PAGE + 1));
      return { accounts: rows.map(toAccount), next };
    },

    maps: async (query: CallParsed<'listMaps'>['query']): Promise<CallResponse<'listMaps'>> => {
      const { rows, next } = pageFrom(await listParcoursOverview(reader, toQuery(query), OVERVIEW_PAGE + 1));
      return { maps: rows.map(toMap), next };
    },

    jobs: async (): Promise<CallResponse<'readJobs'>> => {
      const makesRenditions = renditionFailuresMax > 0;
      const [totals, renditionsFailed, rows] = await Promise.all([
        readStoredTotals(reader, renditionFailuresMax),
        makesRenditions ? countFailedRenditions(reader, renditionFailuresMax) : 0,
        listJobs(reader, makesRenditions, OVERVIEW_PAGE),
      ]);
      const { waveformsWaiting, renditionsWaiting } = totals;
      const jobs = rows.map((row) => toJob(row, renditionFailuresMax));
      return { waveformsWaiting, renditionsWaiting, renditionsFailed, jobs };
    },

    /** The disk, and the totals of what is stored. */
    storage: async (): Promise<Pick<CallResponse<'readServer'>, 'disk' | 'stored'>> => {
      const [{ accounts, maps, places, bytes }, disk] = await Promise.all([
        readStoredTotals(reader, renditionFailuresMax),
        diskSpace(dataDir),
      ]);
      return { disk, stored: { accounts, maps, places, bytes } };
    },
  };
}

/** Names begin with A, numbers and times with the highest. */
function toQuery<Sort extends string>({
  search = '',
  sort,
  order,
  before,
}: {
  readonly search?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly before?: number | undefined;
}): OverviewQuery<Sort | 'created'> {
  return {
    search,
    sort: sort ?? 'created',
    order: order ?? (sort === 'name' || sort === 'role' ? 'asc' : 'desc'),
    before,
  };
}

/** Returns the rows of a page, from one row more than a page; `next` is the last id if there are more. */
function pageFrom<Id, Row extends { readonly id: Id }>(
  found: readonly (Row & { readonly id: Id })[],
): { readonly rows: readonly Row[]; readonly next: Id | null } {
  const rows = found.slice(0, OVERVIEW_PAGE);
  return { rows, next: found.length > OVERVIEW_PAGE ? (rows.at(-1)?.id ?? null) : null };
}

function toAccount(row: AccountOverviewRow): OverviewAccount {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    usedAt: lastUse(row),
    emailVerified: row.email_verified_at !== null,
    maps: row.maps,
    bytes: row.bytes,
    ownQuotaBytes: row.quota_bytes,
    isSuspended: row.suspended_at !== null,
  };
}

/** Returns the last of the recorded uses, which are ISO 8601 in UTC; `active_at` is precise to the day. */
function lastUse({ created_at, active_at, session_used_at }: AccountOverviewRow): string | null {
  const used = [active_at, session_used_at].filter((at) => at !== null);
  return used.length === 0 ? null : [created_at, ...used].reduce((last, at) => (at > last ? at : last));
}

function toMap(row: ParcoursOverviewRow): AdminMap {
  const { id, title, created_at, members, places, bytes } = row;
  return { id, name: title, createdAt: created_at, state: stateOf(row), members, places, bytes };
}

function toJob(row: JobRow, failuresMax: number): AdminJob {
  const lacking = row.rendition_failures >= failuresMax ? 'failed' : 'waiting';
  const made = row.rendition_sha256 === null ? lacking : 'done';
  return {
    placeId: row.place_id,
    place: row.place_name,
    map: row.parcours_title,
    uploadedAt: row.uploaded_at,
    waveform: row.peaks_sha256 === null ? 'waiting' : 'done',
    rendition: failuresMax === 0 ? 'none' : made,
    failures: row.rendition_failures,
  };
}
