import { isThrowaway } from '../../../../contracts/user.ts';
import { type AccountRow, findAccount } from '../../../store/accounts.ts';
import type { Database, Reader } from '../../../store/database.ts';
import { findSession } from '../../../store/sessions.ts';
import { AppError } from '../../app-error.ts';
import type { SessionCaller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import { ownerOf } from '../../fair-queue.ts';
import type { Passwords } from '../passwords.ts';

/** Time after a login in which no password is required. */
const RECENT_LOGIN_MS = 10 * 60 * 1000;

/**
 * Returns the caller's account if its owner is present, so that a person who finds an open session can't add their own
 * way in. It requires the password without a login in the last ten minutes, and checks any given one.
 *
 * @throws AppError `forbidden` for a guest of an invitation; `recent_login_needed`; `invalid_credentials` for a wrong
 * password.
 */
export type ExpectOwner = (caller: SessionCaller, password: string | undefined) => Promise<AccountRow>;

/** Creates the check for the accounts of this database. */
export function createOwnerCheck({ reader }: Database, passwords: Passwords, clock: Clock): ExpectOwner {
  return async ({ id, sessionId }, password) => {
    const account = await findAccount(reader, id);
    if (account === undefined) throw ended();
    if (isThrowaway(account)) throw new AppError('forbidden', 'Guests of invitations have no passkeys');
    const session = await findSession(reader, sessionId);
    const isRecent = session !== undefined && Date.parse(session.created_at) > clock() - RECENT_LOGIN_MS;
    if (password === undefined && isRecent) return account;
    if (password === undefined) throw new AppError('recent_login_needed', 'Expected the password, or a recent login');
    // Also after a recent login, because the calling code counts a success as a right password.
    if (await passwords.matches(account.password_hash, password, ownerOf({ id }))) return account;
    throw new AppError('invalid_credentials', 'Expected the current password');
  };
}

/** @throws AppError `unauthenticated` if the caller's session has ended meanwhile. */
export async function expectSession(reader: Reader, { sessionId }: SessionCaller): Promise<void> {
  if ((await findSession(reader, sessionId)) === undefined) throw ended();
}

function ended(): AppError {
  return new AppError('unauthenticated', 'The session of this token has ended');
}
