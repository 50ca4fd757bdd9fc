import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of export_links: a link to all data that the server has of an account. */
export interface ExportLinkRow {
  /** SHA-256 of the link's name, in hexadecimal. */
  readonly name_hash: string;
  readonly account_id: UserId;
  /** The session that requested it; the link is deleted with it. */
  readonly session_id: string;
  readonly expires_at: string;
}

/** Adds a link, replacing the account's earlier one. */
export async function replaceExportLink(tx: Transactor, row: ExportLinkRow): Promise<void> {
  await tx<ExportLinkRow>('export_links').where({ account_id: row.account_id }).delete();
  await tx<ExportLinkRow>('export_links').insert(row);
}

/** The link with this hash; undefined if there is none. */
export async function findExportLink(reader: Reader, nameHash: string): Promise<ExportLinkRow | undefined> {
  return reader<ExportLinkRow>('export_links').where({ name_hash: nameHash }).first();
}

/** Deletes a link. Returns whether there was one. */
export async function deleteExportLink(tx: Transactor, nameHash: string): Promise<boolean> {
  return (await tx<ExportLinkRow>('export_links').where({ name_hash: nameHash }).delete()) > 0;
}

/** Deletes the link of an account, if there is one. */
export async function deleteExportLinkOf(tx: Transactor, accountId: UserId): Promise<void> {
  await tx<ExportLinkRow>('export_links').where({ account_id: accountId }).delete();
}

/** Deletes the links that expired at this time or before. */
export async function deleteExpiredExportLinks(tx: Transactor, now: string): Promise<void> {
  await tx<ExportLinkRow>('export_links').where('expires_at', '<=', now).delete();
}
