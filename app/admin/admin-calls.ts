import { AUDIT_LOG_CSV_PATH } from '../../contracts/audit-entry.ts';
import { adminCalls } from '../../contracts/calls/admin-calls.ts';
import type { AccountSort, GivenRole, MapSort } from '../../contracts/overview.ts';
import type { CallInput } from '../../contracts/routes.ts';
import type { UserId } from '../../contracts/vocabulary.ts';
import { addCalls, call } from '../platform/net/api.ts';
import { downloadFile } from '../platform/net/download-file.ts';

addCalls(adminCalls);

/** A filter of the audit log, as in the screen's address; undefined parts don't filter. */
export type AuditLogFilter = Omit<NonNullable<CallInput<'listTrail', Blob>['query']>, 'before' | 'order'>;

/** Rows of a list, newest first. */
export interface AdminPage<Row> {
  readonly rows: readonly Row[];
  /** Cursor with which the next page is requested; null on the last page. */
  readonly next: number | null;
}

/** Reads a page of the audit log. @throws {ApiError | NetworkError} as `call` does; so do the others. */
export async function readAuditLogPage(filter: AuditLogFilter, order: 'asc' | 'desc', before: number | undefined) {
  const query = { ...filter, ...(order === 'asc' ? { order } : {}), before };
  const { entries, next } = await call('listTrail', { query });
  return { rows: entries, next };
}

/** What a list is sorted by. */
interface Order<Sort> {
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
}

/** Reads a page of the site's accounts. */
export async function readAccountsPage(search: string, order: Order<AccountSort>, before: number | undefined) {
  const { accounts, next } = await call('listAccounts', { query: { search, ...order, before } });
  return { rows: accounts, next };
}

/** Gives an account its own quota, or with null the site's default; returns the resulting quota. */
export function setQuota(userId: UserId, quotaBytes: number | null) {
  return call('setQuota', { params: { userId }, body: { quotaBytes } });
}

/** Makes an account; its owner chooses the password by a link, which the server mails or, without mails, returns. */
export function makeAccount(body: CallInput<'makeAccount', Blob>['body']) {
  return call('makeAccount', { body });
}

/** Changes an account's role on the site. */
export async function setRole(userId: UserId, role: GivenRole): Promise<void> {
  await call('setRole', { params: { userId }, body: { role } });
}

/** Has an account's owner get a link to choose a password, as `makeAccount` does. */
export function makeResetLink(userId: UserId) {
  return call('makeResetLink', { params: { userId } });
}

/** Marks an account's address as verified. */
export async function vouchForAddress(userId: UserId): Promise<void> {
  await call('vouchForAddress', { params: { userId } });
}

/** Reads a page of the site's parcours. */
export async function readMapsPage(search: string, order: Order<MapSort>, before: number | undefined) {
  const { maps, next } = await call('listMaps', { query: { search, ...order, before } });
  return { rows: maps, next };
}

/** Reads the server's pending jobs on recordings. */
export function readJobs() {
  return call('readJobs', {});
}

/** Reads the server's version, disk and settings. */
export function readServer() {
  return call('readServer', {});
}

/** Saves the audit log entries that match a filter as a CSV file on the device. */
export async function downloadAuditLog(filter: AuditLogFilter): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await downloadFile(AUDIT_LOG_CSV_PATH, filter, `journal-${day}.csv`);
}
