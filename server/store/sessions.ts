import type { Role, UserId } from '../../contracts/vocabulary.ts';
import { compiled } from './compiled-queries.ts';
import type { Reader, Transactor } from './database.ts';

/** The lifetime of a session: 12 hours, 30 days, 400 days. */
export type SessionKind = 'short' | 'long' | 'guest';

/** A row of sessions. */
export interface SessionRow {
  readonly id: string;
  readonly account_id: UserId;
  readonly kind: SessionKind;
  /** The browser and the system that it was started in; null if unknown. */
  readonly browser: string | null;
  readonly system: string | null;
  readonly created_at: string;
  /** When it was last used, up to some minutes late. */
  readonly used_at: string;
  readonly expires_at: string;
}

interface SessionWithAccount extends Omit<SessionRow, 'id' | 'browser' | 'system'> {
  readonly role: Role;
}

/** Adds a session. */
export async function insertSession(tx: Transactor, row: SessionRow): Promise<void> {
  await tx<SessionRow>('sessions').insert(row);
}

const sessionWithAccount = compiled<SessionWithAccount, readonly [string]>((reader, [id]) =>
  reader('sessions')
    .join('accounts', 'accounts.id', 'sessions.account_id')
    .where({ 'sessions.id': id, 'accounts.suspended_at': null })
    .select(
      'sessions.account_id',
      'sessions.kind',
      'sessions.created_at',
      'sessions.used_at',
      'sessions.expires_at',
      'accounts.role',
    ),
);

/** The session with this id, expired or not; undefined while its account is suspended. */
export async function findSession(reader: Reader, id: string): Promise<SessionWithAccount | undefined> {
  const [session] = await sessionWithAccount(reader, [id]);
  return session;
}

/** The sessions of an account that expire after `now`, most recently used first. */
export async function listSessions(reader: Reader, accountId: UserId, now: string): Promise<SessionRow[]> {
  return reader<SessionRow>('sessions')
    .where({ account_id: accountId })
    .where('expires_at', '>', now)
    .orderBy([
      { column: 'used_at', order: 'desc' },
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'asc' },
    ]);
}

/** Records a session's last use, or sets its expiry; does nothing if it does not exist. */
export async function updateSession(
  tx: Transactor,
  id: string,
  change: Partial<Pick<SessionRow, 'used_at' | 'expires_at'>>,
): Promise<void> {
  await tx<SessionRow>('sessions').where({ id }).update(change);
}

/** Deletes a session; does nothing if it does not exist. */
export async function deleteSession(tx: Transactor, id: string): Promise<void> {
  await tx<SessionRow>('sessions').where({ id }).delete();
}

/** Deletes a session of this account. Returns whether there was one. */
export async function deleteSessionOf(tx: Transactor, accountId: UserId, id: string): Promise<boolean> {
  return (await tx<SessionRow>('sessions').where({ id, account_id: accountId }).delete()) > 0;
}

/** Deletes every session of an account, except the one with the id `exceptId`. Returns their number. */
export async function deleteSessionsOf(
  tx: Transactor,
  accountId: UserId,
  exceptId: string | null = null,
): Promise<number> {
  const ended = tx<SessionRow>('sessions').where({ account_id: accountId });
  return (exceptId === null ? ended : ended.whereNot({ id: exceptId })).delete();
}

/** Deletes the least recently used sessions of an account; `remaining` of them remain. */
export async function deleteSurplusSessions(tx: Transactor, accountId: UserId, remaining: number): Promise<void> {
  const ids: string[] = await tx<SessionRow>('sessions')
    .where({ account_id: accountId })
    .orderBy([
      { column: 'used_at', order: 'desc' },
      { column: 'created_at', order: 'desc' },
    ])
    .offset(remaining)
    .pluck('id');
  for (const id of ids) await deleteSession(tx, id);
}

/** Deletes the sessions that expired at this time or before. */
export async function deleteExpiredSessions(tx: Transactor, now: string): Promise<void> {
  await tx<SessionRow>('sessions').where('expires_at', '<=', now).delete();
}
