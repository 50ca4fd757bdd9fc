import {
  AUDIT_DAYS,
  AUDIT_PAGE,
  type AuditAccount,
  type AuditEntries,
  type AuditEntry,
  type AuditFilter,
} from '../../../contracts/audit-entry.ts';
import { BYTE_ORDER_MARK, formatCsvRow } from '../../../contracts/csv-text.ts';
import { plainLine } from '../../../contracts/lines.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findAccountByEmail } from '../../store/accounts.ts';
import {
  type AuditLogQuery,
  type AuditLogRow,
  deleteAuditLogBefore,
  deleteOtherSalts,
  forgetNamesOfGone,
  listAuditLog,
} from '../../store/audit-log.ts';
import type { Database, Reader } from '../../store/database.ts';
import { type Caller, expectAdmin } from '../caller.ts';
import { type Clock, daysAgo } from '../clock.ts';
import { type Act, addToAuditLog, dayOf } from './write-audit-log.ts';

/** Rows that an export reads at a time. */
const EXPORT_ROWS = 500;

/** The audit log: who did what, to whom and what, when, and from where. */
export type AuditLog = ReturnType<typeof createAuditLog>;

/** The audit log in this database. */
export function createAuditLog(database: Database, clock: Clock) {
  const { reader } = database;
  return {
    /** Returns a page of entries. @throws AppError `forbidden` for anybody but the site's admins. */
    list: async (
      caller: Caller,
      { before, order, ...filter }: CallParsed<'listTrail'>['query'],
    ): Promise<AuditEntries> => {
      expectAdmin(caller);
      const query = await toQuery(reader, filter);
      const rows = query === null ? [] : await listAuditLog(reader, { ...query, before, order }, AUDIT_PAGE + 1);
      const entries = rows.slice(0, AUDIT_PAGE).map(toEntry);
      return { entries, next: rows.length > AUDIT_PAGE ? (entries.at(-1)?.id ?? null) : null };
    },

    /**
     * Reads all matching entries, newest first, while they are consumed. Stores the export's own entry before.
     * @param by the admin; null for the server's operator
     * @throws AppError `forbidden` for anybody but the site's admins.
     */
    export: async (by: Caller | null, filter: AuditFilter): Promise<AsyncIterable<AuditEntry>> => {
      if (by !== null) expectAdmin(by);
      const query = await toQuery(reader, filter);
      const detail = describe(query) + (by === null ? ', by npm run admin' : '');
      const act: Act = { action: 'trail_exported', by: by ?? {}, detail };
      await database.transact((tx) => addToAuditLog(tx, clock, act));
      return query === null ? readNothing() : readEntries(reader, query);
    },

    /** Deletes entries older than {@link AUDIT_DAYS}, the salts of other days, and the names of deleted accounts. */
    deleteOld: () =>
      database.transact(async (tx) => {
        await deleteAuditLogBefore(tx, daysAgo(clock, AUDIT_DAYS));
        await deleteOtherSalts(tx, dayOf(clock));
        await forgetNamesOfGone(tx);
      }),
  };
}

/** Returns the filter with ids and times as stored; null if it names an email without an account. */
async function toQuery(reader: Reader, filter: AuditFilter): Promise<AuditLogQuery | null> {
  const { action, search, account, mapId: parcoursId, from, to } = filter;
  const accountId = typeof account === 'string' ? await idOf(reader, account) : account;
  if (accountId === null) return null;
  return { action, search, accountId, parcoursId, from: from && timeOf(from), to: to && timeOf(to) };
}

async function idOf(reader: Reader, email: string): Promise<UserId | null> {
  return (await findAccountByEmail(reader, email))?.id ?? null;
}

function timeOf(text: string): string {
  return new Date(text).toISOString();
}

/** Describes the filter in a few words, with ids only: a searched text may be a name. */
function describe(query: AuditLogQuery | null): string {
  if (query === null) return 'an email without an account';
  const parts = Object.entries(query).filter(([, value]) => value !== undefined);
  return parts.length === 0
    ? 'everything'
    : parts.map(([name, value]) => (name === 'search' ? 'a searched text' : `${name} ${value}`)).join(', ');
}

async function* readEntries(reader: Reader, query: AuditLogQuery): AsyncIterable<AuditEntry> {
  let before: number | undefined;
  for (;;) {
    const rows: AuditLogRow[] = await listAuditLog(reader, { ...query, before }, EXPORT_ROWS);
    yield* rows.map(toEntry);
    before = rows.at(-1)?.id;
    if (rows.length < EXPORT_ROWS || before === undefined) return;
  }
}

async function* readNothing(): AsyncIterable<AuditEntry> {}

function toEntry(row: AuditLogRow): AuditEntry {
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

function toAccount(id: UserId | null, name: string | null, email: string | null): AuditAccount | null {
  return id === null ? null : { id, name, email };
}

/** Characters that are sent at a time. */
const CHUNK_CHARS = 32_768;

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | number | null | undefined>> = {
  id: ({ id }) => id,
  time: ({ happenedAt }) => happenedAt,
  action: ({ action }) => action,
  actor_id: ({ actor }) => actor?.id,
  actor_name: ({ actor }) => actor?.name,
  actor_email: ({ actor }) => actor?.email,
  account_id: ({ account }) => account?.id,
  account_name: ({ account }) => account?.name,
  account_email: ({ account }) => account?.email,
  map_id: ({ map }) => map?.id,
  map_name: ({ map }) => map?.name,
  place_id: ({ place }) => place?.id,
  place_name: ({ place }) => place?.name,
  address: ({ address }) => address,
  detail: ({ detail }) => detail,
};

/** Formats entries as CSV (RFC 4180, UTF-8 with a byte order mark), in pieces as they are read. */
export async function* formatAuditLogCsv(entries: AsyncIterable<AuditEntry>): AsyncIterable<string> {
  let text = BYTE_ORDER_MARK + formatCsvRow(Object.keys(COLUMNS), ',');
  for await (const entry of entries) {
    text += formatCsvRow(
      Object.values(COLUMNS).map((read) => plainLine(String(read(entry) ?? ''))),
      ',',
    );
    if (text.length < CHUNK_CHARS) continue;
    yield text;
    text = '';
  }
  yield text;
}
