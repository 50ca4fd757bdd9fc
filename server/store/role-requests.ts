import type { Knex } from 'knex';
import type { ParcoursId, Privilege, RoleRequestId, UserId } from '../../contracts/vocabulary.ts';
import { countRows } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of role_requests. */
export interface RoleRequestRow {
  readonly id: RoleRequestId;
  readonly account_id: UserId;
  readonly parcours_id: ParcoursId | null;
  readonly words: string | null;
  readonly asked_at: string;
  /** Null while the request is open. */
  readonly answer: 'granted' | 'refused' | null;
  readonly answer_words: string | null;
  readonly answered_at: string | null;
  readonly answered_by: UserId | null;
}

/** A request with its account, and that account's current membership of the parcours. */
export interface RoleRequestWithAccountRow extends RoleRequestRow {
  readonly account_name: string;
  readonly account_email: string;
  readonly account_picture: string | null;
  readonly parcours_title: string | null;
  readonly privilege: Privilege | null;
  readonly joined_at: string | null;
}

type RoleAnswerRow = Pick<RoleRequestRow, 'answer_words' | 'answered_at' | 'answered_by'> & {
  readonly answer: 'granted' | 'refused';
};

/** The request with this id. */
export async function findRoleRequest(
  reader: Reader,
  id: RoleRequestId,
): Promise<RoleRequestWithAccountRow | undefined> {
  return withAccount(reader).where('role_requests.id', id).first();
}

/** An account's requests, newest first. */
export async function listRoleRequestsOf(
  reader: Reader,
  accountId: UserId,
  most: number,
): Promise<RoleRequestWithAccountRow[]> {
  return withAccount(reader)
    .where('role_requests.account_id', accountId)
    .orderBy('role_requests.id', 'desc')
    .limit(most);
}

/** The open requests of all accounts, oldest first. */
export async function listOpenRoleRequests(reader: Reader, most: number): Promise<RoleRequestWithAccountRow[]> {
  return withAccount(reader).whereNull('role_requests.answer').orderBy('role_requests.id').limit(most);
}

/** The number of an account's requests, or of all open ones. */
export async function countRoleRequests(reader: Reader, accountId: UserId | 'open'): Promise<number> {
  const requests = reader('role_requests');
  return countRows(accountId === 'open' ? requests.whereNull('answer') : requests.where({ account_id: accountId }));
}

/** Adds an open request and returns its id. */
export async function insertRoleRequest(
  tx: Transactor,
  row: Pick<RoleRequestRow, 'account_id' | 'parcours_id' | 'words' | 'asked_at'>,
): Promise<RoleRequestId> {
  const [inserted] = await tx<RoleRequestRow>('role_requests').insert(row).returning('id');
  if (inserted === undefined) throw new Error('Expected the new request’s id, got no row');
  return inserted.id;
}

/** Answers a request. */
export async function answerRoleRequest(tx: Transactor, id: RoleRequestId, answer: RoleAnswerRow): Promise<void> {
  await tx<RoleRequestRow>('role_requests').where({ id }).update(answer);
}

/** Answers an account's open request, if it has one. */
export async function answerOpenRoleRequestOf(tx: Transactor, accountId: UserId, answer: RoleAnswerRow): Promise<void> {
  await tx<RoleRequestRow>('role_requests').where({ account_id: accountId }).whereNull('answer').update(answer);
}

function withAccount(reader: Reader): Knex.QueryBuilder<object, RoleRequestWithAccountRow[]> {
  return reader('role_requests')
    .join('accounts', 'accounts.id', 'role_requests.account_id')
    .leftJoin('parcours', (on) => {
      on.on('parcours.id', 'role_requests.parcours_id').andOnNull('parcours.deleted_at');
    })
    .leftJoin('memberships', (on) => {
      on.on('memberships.parcours_id', 'role_requests.parcours_id').andOn(
        'memberships.account_id',
        'role_requests.account_id',
      );
    })
    .select<RoleRequestWithAccountRow[]>(
      'role_requests.*',
      'accounts.name as account_name',
      'accounts.email as account_email',
      'accounts.picture as account_picture',
      'parcours.title as parcours_title',
      'memberships.privilege',
      'memberships.joined_at',
    );
}

/** Whether an account is trusted: see {@link trustedAmong}. */
export async function isTrusted(reader: Reader, accountId: UserId): Promise<boolean> {
  return (await trustedAmong(reader, [accountId])).has(accountId);
}

/**
 * Those of the accounts that are trusted: their role is editor or admin, or they are linked to Google, or their email
 * was verified, or they may drop on a parcours of which another trusted account is admin. A chain of trust always ends
 * at an account of the first three kinds, so accounts that invite each other don't gain any.
 */
export async function trustedAmong(reader: Reader, accountIds: readonly UserId[]): Promise<Set<UserId>> {
  const vouching = reader('reached')
    .join('memberships as own', 'own.account_id', 'reached.id')
    .join('memberships as other', 'other.parcours_id', 'own.parcours_id')
    .join('parcours', 'parcours.id', 'own.parcours_id')
    .whereNull('parcours.deleted_at')
    .whereNot('own.privilege', 'guest')
    .where('other.privilege', 'admin')
    .select('reached.root', 'other.account_id');
  const roots = reader('accounts').whereIn('id', accountIds).select('id as root', 'id').union(vouching);
  const rows: { readonly root: UserId }[] = await reader
    .withRecursive('reached', ['root', 'id'], roots)
    .from('reached')
    .join('accounts', 'accounts.id', 'reached.id')
    .where((trusted) =>
      trusted
        .whereIn('accounts.role', ['editor', 'admin'])
        .orWhereNotNull('accounts.google_subject')
        .orWhereNotNull('accounts.email_verified_at'),
    )
    .distinct('reached.root');
  return new Set(rows.map(({ root }) => root));
}
