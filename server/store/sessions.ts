import type { Role, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of sessions. */
export interface SessionRow {
  readonly id: string;
  readonly account_id: UserId;
  readonly created_at: string;
  readonly expires_at: string;
}

/** A session with its account's current role and email. */
export interface SessionWithAccount extends Omit<SessionRow, 'id'> {
  readonly role: Role;
  readonly email: string;
}

/** Adds a session. */
export async function insertSession(tx: Transactor, row: SessionRow): Promise<void> {
  await tx<SessionRow>('sessions').insert(row);
}

/** The session with this id, expired or not; undefined while its account is suspended. */
export async function findSession(reader: Reader, id: string): Promise<SessionWithAccount | undefined> {
  return reader('sessions')
    .join('accounts', 'accounts.id', 'sessions.account_id')
    .where({ 'sessions.id': id, 'accounts.suspended_at': null })
    .first<SessionWithAccount | undefined>(
      'sessions.account_id',
      'sessions.created_at',
      'sessions.expires_at',
      'accounts.role',
      'accounts.email',
    );
}

/** Lets a session end at another time; does nothing if it does not exist. */
export async function extendSession(tx: Transactor, id: string, expiresAt: string): Promise<void> {
  await tx<SessionRow>('sessions').where({ id }).update({ expires_at: expiresAt });
}

/** Deletes a session; does nothing if it does not exist. */
export async function deleteSession(tx: Transactor, id: string): Promise<void> {
  await tx<SessionRow>('sessions').where({ id }).delete();
}

/** Deletes every session of an account. */
export async function deleteSessionsOf(tx: Transactor, accountId: UserId): Promise<void> {
  await tx<SessionRow>('sessions').where({ account_id: accountId }).delete();
}

/** Deletes the sessions that expired at this time or before. */
export async function deleteExpiredSessions(tx: Transactor, now: string): Promise<void> {
  await tx<SessionRow>('sessions').where('expires_at', '<=', now).delete();
}
