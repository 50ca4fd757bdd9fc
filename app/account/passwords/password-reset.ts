import { securityCalls } from '../../../contracts/calls/security-calls.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';

addCalls(securityCalls);

/** How people get a link to choose another password. */
export interface ResetWay {
  /** By mail. */
  readonly sendsMail: boolean;
  /** Person to ask otherwise; null if the site names nobody. */
  readonly contact: string | null;
}

/** Reads how people get a reset link on this site. @throws {ApiError | NetworkError} as `loadConfig` does. */
export async function readResetWay(): Promise<ResetWay> {
  const { sendsMail, identity } = await loadConfig();
  return { sendsMail, contact: identity.associationContact };
}

/**
 * Requests a mail with a link to choose another password. Resolves alike whether or not the email has an account.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function requestReset(email: string): Promise<void> {
  await call('requestReset', { body: { email } });
}

/**
 * Sets the password of the link's account, and ends its sessions.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function resetPassword(token: string, password: string): Promise<void> {
  await call('resetPassword', { body: { token, password } });
}

/**
 * Verifies the address to which the link was mailed.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function verifyEmail(token: string): Promise<void> {
  await call('verifyEmail', { body: { token } });
}
