import { rightsCalls } from '../../contracts/calls/rights-calls.ts';
import { TERMS_VERSION } from '../../contracts/terms.ts';
import { addCalls, call } from '../platform/net/api.ts';
import { serverNowMs } from '../platform/net/server-clock.ts';
import { storage } from '../platform/storage/storage.ts';
import { session, updateUser } from './session.ts';
import { judgeToken } from './session-token.ts';

addCalls(rightsCalls);

/** Consents whose request is running. */
const sending = new Set<string>();

/**
 * Tells the server that the person has let the app use their voice or position, once for each version of the terms. A
 * failure is retried at the next call. Never rejects.
 */
export function noteConsent(kind: 'voice' | 'position'): void {
  const { user } = session;
  // A call with an expired token would end the session here, and not at an action of the person.
  if (user === null || judgeToken(storage.read('token'), serverNowMs()) !== 'valid') return;
  const name = `${user.id} ${kind} ${TERMS_VERSION}`;
  if (sending.has(name) || storage.read('notedConsents').includes(name)) return;
  sending.add(name);
  call('giveConsent', { body: { kind, version: TERMS_VERSION } })
    .then(() => {
      if (session.user?.id === user.id) storage.write('notedConsents', [...storage.read('notedConsents'), name]);
    })
    .catch(() => {})
    .finally(() => sending.delete(name));
}

/** Whether the terms have changed since this person agreed to them. */
export function hasOlderTerms(user: { readonly termsVersion?: string | undefined } | null): boolean {
  return user?.termsVersion !== undefined && user.termsVersion < TERMS_VERSION;
}

/** Agrees to the terms that the app shows. @throws {ApiError | NetworkError} as `call` does. */
export async function acceptTerms(): Promise<void> {
  await call('giveConsent', { body: { kind: 'terms', version: TERMS_VERSION } });
  if (session.user !== null) updateUser({ ...session.user, termsVersion: TERMS_VERSION });
}
