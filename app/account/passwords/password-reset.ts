import { securityCalls } from '../../../contracts/calls/security-calls.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { shownLanguage } from '../../ui/language.ts';

addCalls(securityCalls);

/** How people get a link to choose another password: by mail, or from `contact`, null if the site names nobody. */
export type ResetWay = Awaited<ReturnType<typeof readResetWay>>;

/** Reads how people get a reset link. @throws {ApiError | NetworkError} as `loadConfig` does */
export async function readResetWay() {
  const { sendsMail, identity } = await loadConfig();
  return { sendsMail, contact: identity.associationContact };
}

/** Requests a mail with a link. Resolves alike whether or not the email has an account. @throws as `call` does */
export async function requestReset(email: string): Promise<void> {
  await call('requestReset', { body: { email, language: shownLanguage() } });
}

/** Sets the password of the link's account, and ends its sessions. @throws as `call` does */
export async function resetPassword(token: string, password: string): Promise<void> {
  await call('resetPassword', { body: { token, password } });
}

/** Verifies the address to which the link was mailed. @throws as `call` does */
export async function verifyEmail(token: string): Promise<void> {
  await call('verifyEmail', { body: { token } });
}
