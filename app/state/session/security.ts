import { proxy } from 'valtio';
import { securityCalls } from '../../../contracts/calls/security.ts';
import type { Security } from '../../../contracts/security/sessions.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { createLoader, type LoadState, notLoaded } from '../load-state.ts';
import { type ResetWay, readResetWay } from './password-reset.ts';
import { forgetAtSessionEnd } from './session-end.ts';

addCalls(securityCalls);

/** How the person's account is secured. */
interface SecurityState extends LoadState {
  /** Null until it is loaded. */
  account: Security | null;
  way: ResetWay;
}

/** How the person's account is secured. Changed only by the functions of this file. */
export const security = proxy<SecurityState>(unknown());

const loader = createLoader(security, { keepsReady: true });

/** Loads it. Never rejects. */
export async function loadSecurity(): Promise<void> {
  await loader.load(
    async () => ({ account: await call('readSecurity', {}), way: await readResetWay() }),
    (loaded) => Object.assign(security, loaded),
  );
}

/**
 * Ends one of the person's sessions.
 *
 * @throws {ApiError | NetworkError} as `call` does, but for a session that has ended by itself.
 */
export async function endSession(sessionId: string): Promise<void> {
  await call('endSession', { params: { sessionId } }).catch(async (error: unknown) => {
    await loadSecurity();
    if (security.account?.sessions.some(({ id }) => id === sessionId)) throw error;
  });
  keepSessions(({ id }) => id !== sessionId);
}

/**
 * Ends the person's sessions on all other devices.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function endOtherSessions(): Promise<void> {
  await call('endSessions', { body: { keepsThis: true } });
  keepSessions(({ isCurrent }) => isCurrent);
}

/**
 * Changes the person's password, which ends their other sessions.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function changePassword(current: string, password: string): Promise<void> {
  await call('changePassword', { body: { current, password } });
  keepSessions(({ isCurrent }) => isCurrent);
}

/**
 * Asks for a mail with a link that verifies the person's address.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function requestVerification(): Promise<void> {
  await call('requestVerification', {});
}

function keepSessions(stays: (session: Security['sessions'][number]) => boolean): void {
  loader.supersede();
  if (security.account !== null) security.account.sessions = security.account.sessions.filter(stays);
}

function unknown(): SecurityState {
  return { ...notLoaded(), account: null, way: { sendsMail: false, contact: null } };
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(security, unknown());
});
