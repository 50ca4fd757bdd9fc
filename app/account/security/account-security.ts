import { proxy } from 'valtio';
import { passkeyCalls } from '../../../contracts/calls/passkey-calls.ts';
import { securityCalls } from '../../../contracts/calls/security-calls.ts';
import type { Security } from '../../../contracts/logins.ts';
import type { PasskeyId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { hasPasskeysAt, makePasskey } from '../../platform/net/passkeys.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { type ResetWay, readResetWay } from '../passwords/password-reset.ts';

addCalls(securityCalls);
addCalls(passkeyCalls);

interface SecurityState extends LoadState {
  account: Security | null;
  way: ResetWay;
  /** Whether accounts may have passkeys here. */
  hasPasskeys: boolean;
  /** Whether they can be made at this address. */
  makesPasskeys: boolean;
}

/** How the person's account is secured. Changed only in this file. */
export const security = proxy<SecurityState>(unknown());

const loader = createLoader(security, { staysReady: true });

/** Loads the account's security. Never rejects. */
export async function loadSecurity(): Promise<void> {
  await loader.load(
    async () => {
      const [account, way, config] = [await call('readSecurity', {}), await readResetWay(), await loadConfig()];
      return { account, way, hasPasskeys: config.hasPasskeys, makesPasskeys: hasPasskeysAt(config) };
    },
    (loaded) => Object.assign(security, loaded),
  );
}

/** Ends a session. @throws as `call` does, except for a session that has ended by itself */
export async function endSession(sessionId: string): Promise<void> {
  await call('endSession', { params: { sessionId } }).catch(async (error: unknown) => {
    await loadSecurity();
    if (security.account?.sessions.some(({ id }) => id === sessionId)) throw error;
  });
  filterSessions(({ id }) => id !== sessionId);
}

/** Ends the sessions on all other devices. @throws as `call` does */
export async function endOtherSessions(): Promise<void> {
  await call('endSessions', { body: { keepsThis: true } });
  filterSessions(({ isCurrent }) => isCurrent);
}

/** Changes the password, which ends the other sessions. @throws as `call` does */
export async function changePassword(current: string, password: string): Promise<void> {
  await call('changePassword', { body: { current, password } });
  filterSessions(({ isCurrent }) => isCurrent);
}

/** Requests a mail with a link that verifies the address. @throws as `call` does */
export async function requestVerification(): Promise<void> {
  await call('requestVerification', {});
}

/**
 * Adds a new passkey. @throws {PasskeyError | ApiError | NetworkError}
 *
 * @param password needed if the last login was a while ago, as the error `recent_login_needed` says
 */
export async function addPasskey(password?: string): Promise<void> {
  const { options } = await call('startPasskey', { body: password === undefined ? {} : { password } });
  const added = await call('addPasskey', { body: await makePasskey(options) });
  loader.supersede();
  security.account?.passkeys.push(added);
}

/** Deletes a passkey. @throws as `call` does */
export async function deletePasskey(passkeyId: PasskeyId): Promise<void> {
  await call('deletePasskey', { params: { passkeyId } });
  loader.supersede();
  const { account } = security;
  if (account !== null) account.passkeys = account.passkeys.filter(({ id }) => id !== passkeyId);
}

function filterSessions(stays: (session: Security['sessions'][number]) => boolean): void {
  loader.supersede();
  if (security.account !== null) security.account.sessions = security.account.sessions.filter(stays);
}

function unknown(): SecurityState {
  return {
    ...notLoaded(),
    account: null,
    way: { sendsMail: false, contact: null },
    hasPasskeys: false,
    makesPasskeys: false,
  };
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(security, unknown());
});
