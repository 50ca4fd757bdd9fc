import { mayAdminister } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import {
  TRAIL_DAYS,
  TRAIL_PAGE,
  type TrailAccount,
  type TrailEntry,
  type TrailFilter,
  type TrailList,
} from '../../../contracts/trail.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findAccountByEmail } from '../../store/accounts.ts';
import {
  deleteOtherSalts,
  deleteTrailBefore,
  forgetNamesOfGone,
  listTrail,
  type TrailQuery,
  type TrailRow,
} from '../../store/audit-log.ts';
import type { Database, Reader } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, daysAgo } from '../clock.ts';
import { type Act, addToTrail, dayOf } from './add-to-trail.ts';

/** Rows that an export reads at a time. */
const EXPORT_ROWS = 500;

/** The audit log: who did what, to whom and what, when, and from where. */
export interface Trail {
  /** Returns a page of entries. @throws AppError `forbidden` for anybody but the site's admins. */
  list(caller: Caller, query: CallParsed<'listTrail'>['query']): Promise<TrailList>;
  /**
   * Reads all matching entries, newest first, while they are consumed. Stores the export's own entry before.
   *
   * @param by the admin; null for the server's operator
   * @throws AppError `forbidden` for anybody but the site's admins.
   */
  export(by: Caller | null, filter: TrailFilter): Promise<AsyncIterable<TrailEntry>>;
  /** Deletes entries older than {@link TRAIL_DAYS}, the salts of other days, and the names of deleted accounts. */
  deleteOld(): Promise<void>;
}

/** The audit log in this database. */
export function createTrail(database: Database, clock: Clock): Trail {
  const { reader } = database;
  return {
    list: async (caller, { before, ...filter }) => {
      checkAdmin(caller);
      const query = await toQuery(reader, filter);
      const rows = query === null ? [] : await listTrail(reader, { ...query, before }, TRAIL_PAGE + 1);
      const entries = rows.slice(0, TRAIL_PAGE).map(toEntry);
      return { entries, next: rows.length > TRAIL_PAGE ? (entries.at(-1)?.id ?? null) : null };
    },

    export: async (by, filter) => {
      if (by !== null) checkAdmin(by);
      const query = await toQuery(reader, filter);
      const detail = describe(query) + (by === null ? ', by npm run admin' : '');
      const act: Act = { action: 'trail_exported', by: by ?? {}, detail };
      await database.transact((tx) => addToTrail(tx, clock, act));
      return query === null ? readNothing() : readEntries(reader, query);
    },

    deleteOld: () =>
      database.transact(async (tx) => {
        await deleteTrailBefore(tx, daysAgo(clock, TRAIL_DAYS));
        await deleteOtherSalts(tx, dayOf(clock));
        await forgetNamesOfGone(tx);
      }),
  };
}

function checkAdmin({ role }: Caller): void {
  if (!mayAdminister(role)) throw new AppError('forbidden', `Expected the role admin for the trail, got ${role}`);
}

/** Returns the filter with ids and times as stored; null if it names an email without an account. */
async function toQuery(reader: Reader, filter: TrailFilter): Promise<TrailQuery | null> {
  const { action, account, mapId, from, to } = filter;
  const accountId = typeof account === 'string' ? await idOf(reader, account) : account;
  if (accountId === null) return null;
  return { action, accountId, parcoursId: mapId, from: from && timeOf(from), to: to && timeOf(to) };
}

async function idOf(reader: Reader, email: string): Promise<UserId | null> {
  return (await findAccountByEmail(reader, email))?.id ?? null;
}

function timeOf(text: string): string {
  return new Date(text).toISOString();
}

/** Describes the filter in a few words, with ids only. */
function describe(query: TrailQuery | null): string {
  if (query === null) return 'an email without an account';
  const parts = Object.entries(query).filter(([, value]) => value !== undefined);
  return parts.length === 0 ? 'everything' : parts.map(([name, value]) => `${name} ${value}`).join(', ');
}

async function* readEntries(reader: Reader, query: TrailQuery): AsyncIterable<TrailEntry> {
  let before: number | undefined;
  for (;;) {
    const rows: TrailRow[] = await listTrail(reader, { ...query, before }, EXPORT_ROWS);
    yield* rows.map(toEntry);
    before = rows.at(-1)?.id;
    if (rows.length < EXPORT_ROWS || before === undefined) return;
  }
}

async function* readNothing(): AsyncIterable<TrailEntry> {}

function toEntry(row: TrailRow): TrailEntry {
  return {
    id: row.id,
    happenedAt: row.happened_at,
    action: row.action,
    actor: toAccount(row.actor_id, row.actor_name, row.actor_email),
    account: toAccount(row.account_id, row.account_name, row.account_email),
    map: row.parcours_id === null ? null : { id: row.parcours_id, name: row.parcours_name ?? '' },
    place: row.place_id === null ? null : { id: row.place_id, name: row.place_name ?? '' },
    address: row.address,
    detail: row.detail,
  };
}

function toAccount(id: UserId | null, name: string | null, email: string | null): TrailAccount | null {
  return id === null ? null : { id, name, email };
}
