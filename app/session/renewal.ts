import { isThrowaway, type User } from '../../contracts/user.ts';
import { call } from '../platform/net/api.ts';
import { onServerTime, serverNowMs } from '../platform/net/server-clock.ts';
import { onOnline, onVisible } from '../platform/page/page-events.ts';
import type { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage/storage.ts';
import { checkSession, session } from './session.ts';
import { readTimesMs } from './session-token.ts';

/** Shorter sessions belong to people who did not want to stay logged in. */
const LONG_MIN_MS = 24 * 3600 * 1000;
/** Share of a session's lifetime after which it is renewed. */
const DUE_SHARE = 0.25;

/**
 * Renews the session silently once part of its lifetime is over: at the start, and whenever the page becomes visible or
 * goes online, or the server's time changes, until `scope` is disposed.
 */
export function startRenewal(scope: Scope): void {
  const renew = (): void => void renewSession();
  onVisible(scope, renew);
  onOnline(scope, renew);
  onServerTime(scope, renew);
  renew();
}

/** Renews the session if that is due. Never rejects: until it succeeds, the old token is valid. */
export async function renewSession(): Promise<void> {
  if (!checkSession() || session.user === null) return;
  const before = storage.read('token');
  if (before === null || !isRenewalDue(before, session.user, serverNowMs())) return;
  try {
    const { token } = await call('renewSession', {});
    // Somebody may have logged out, or in, meanwhile.
    if (storage.read('token') === before) storage.write('token', token);
  } catch {
    // A 401 has already ended the session.
  }
}

/** Whether a session needs renewal. A guest's short session, from before guests had long ones, needs it at once. */
export function isRenewalDue(token: string, user: User, nowMs: number): boolean {
  const times = readTimesMs(token);
  if (times === null) return false;
  const lifetimeMs = times.expiresAtMs - times.issuedAtMs;
  if (lifetimeMs < LONG_MIN_MS) return isThrowaway(user);
  return nowMs - times.issuedAtMs >= DUE_SHARE * lifetimeMs;
}
