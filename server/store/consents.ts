import type { ConsentKind } from '../../contracts/consents.ts';
import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { deleteEventsOf } from './events.ts';

/** A row of consents. */
export interface ConsentRow {
  readonly account_id: UserId;
  readonly kind: ConsentKind;
  /** Version of the terms. */
  readonly version: string;
  readonly given_at: string;
}

/** The consents of an account, oldest first. */
export async function listConsents(reader: Reader, accountId: UserId): Promise<ConsentRow[]> {
  return reader('consents').where({ account_id: accountId }).orderBy('id').select<ConsentRow[]>('*');
}

/** Adds a consent; returns false if the account has given it already. */
export async function addConsent(tx: Transactor, row: ConsentRow): Promise<boolean> {
  const { account_id, kind, version } = row;
  if ((await tx('consents').where({ account_id, kind, version }).first('id')) !== undefined) return false;
  await tx('consents').insert(row);
  if (kind === 'terms') await tx('accounts').where({ id: account_id }).update({ terms_version: version });
  return true;
}

/** Whether an account opted out of visit statistics. */
export async function refusesStatistics(reader: Reader, accountId: UserId): Promise<boolean> {
  const row = await reader('accounts')
    .where({ id: accountId })
    .first<{ no_statistics: boolean | number } | undefined>();
  return Boolean(row?.no_statistics);
}

/** Sets whether an account allows visit statistics. If not, its earlier events are deleted. */
export async function setStatistics(tx: Transactor, accountId: UserId, wanted: boolean): Promise<void> {
  await tx('accounts').where({ id: accountId }).update({ no_statistics: !wanted });
  if (!wanted) await deleteEventsOf(tx, accountId);
}
