import { isThrowaway, type User } from '../../../contracts/user.ts';
import { call } from '../../platform/net/api.ts';
import { onServerTime, serverNowMs } from '../../platform/net/server-clock.ts';
import { onOnline, onVisible } from '../../platform/page/page-events.ts';
import type { Scope } from '../../platform/scope.ts';
import { storage } from '../../platform/storage/storage.ts';
import { checkSession, session } from './session.ts';
import { readTimesMs } from './session-token.ts';

/** Sessions of less are those of people who did not want to stay logged in. */
const LONG_MIN_MS = 24 * 3600 * 1000;
/** Share of a session's time after which it is renewed. */
const DUE_SHARE = 0.25;

/**
 * Renews the session silently when a good part of its time is over: at the start, and whenever the page is seen or goes online
 * again, or the server's time turns out to be another, until `scope` is disposed.
 */
export function startRenewal(scope: Scope): void {
  const renew = (): void => void renewSession();
  onVisible(scope, renew);
  onOnline(scope, renew);
  onServerTime(scope, renew);
  renew();
}

/** Renews the session where that is due. Never rejects: until it succeeds, the old token is good. */
export async function renewSession(): Promise<void> {
  if (!checkSession() || session.user === null) return;
  const before = storage.read('token');
  if (before === null || !isRenewalDue(before, session.user, serverNowMs())) return;
  try {
    const { token } = await call('renewSession', {});
    // Somebody may have logged out, or in, meanwhile.
    if (storage.read('token') === before) storage.write('token', token);
  } catch {
    // A 401 has ended the session already.
  }
}

/** Whether a session is to be renewed. A guest's short session, from before guests had long ones, is at once. */
export function isRenewalDue(token: string, user: User, nowMs: number): boolean {
  const times = readTimesMs(token);
  if (times === null) return false;
  const lifetimeMs = times.expiresAtMs - times.issuedAtMs;
  if (lifetimeMs < LONG_MIN_MS) return isThrowaway(user);
  return nowMs - times.issuedAtMs >= DUE_SHARE * lifetimeMs;
}
