import { readDevice } from '../domain/accounts/device.ts';
import type { NewPasskeys } from '../domain/accounts/passkeys/new-passkeys.ts';
import type { OwnPasskeys } from '../domain/accounts/passkeys/own-passkeys.ts';
import type { PasskeyLogins } from '../domain/accounts/passkeys/passkey-logins.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import { done, type Handle } from '../http/handle.ts';

/** What the calls about passkeys are answered by. */
export interface PasskeyRouteParts {
  readonly newPasskeys: NewPasskeys;
  readonly ownPasskeys: OwnPasskeys;
  readonly passkeyLogins: PasskeyLogins;
}

/** Registers the calls about passkeys. */
export function registerPasskeyRoutes(
  handle: Handle,
  { newPasskeys, ownPasskeys, passkeyLogins }: PasskeyRouteParts,
  throttles: AccountThrottles,
): void {
  handle('startPasskey', ({ caller, body, address }) => {
    const start = () => newPasskeys.start(caller, body.password);
    // Whoever found a phone unlocked must not guess either.
    return body.password === undefined ? start() : throttles.login(`account ${caller.id}`, address, start);
  });
  handle('addPasskey', ({ caller, body, userAgent }) => newPasskeys.add(caller, body, readDevice(userAgent)));
  handle('deletePasskey', ({ caller, params }) => done(ownPasskeys.delete(caller, params.passkeyId)));
  handle('startPasskeyLogin', async ({ address }) => {
    await throttles.passkeyLogin(address);
    return passkeyLogins.start();
  });
  handle('loginWithPasskey', async ({ body, address, userAgent }) => {
    await throttles.passkeyLogin(address);
    return passkeyLogins.login(body, readDevice(userAgent), address);
  });
}
