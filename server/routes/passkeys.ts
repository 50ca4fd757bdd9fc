import type { Accounts } from '../domain/accounts/accounts.ts';
import type { NewPasskeys, OwnPasskeys } from '../domain/accounts/passkeys/own-passkeys.ts';
import type { PasskeyLogins } from '../domain/accounts/passkeys/passkey-logins.ts';
import { readDevice } from '../domain/accounts/sessions.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import { done, type Handle } from '../http/handle.ts';

/** The parts that handle the calls about passkeys. */
export interface PasskeyRouteParts {
  readonly accounts: Accounts;
  readonly newPasskeys: NewPasskeys;
  readonly ownPasskeys: OwnPasskeys;
  readonly passkeyLogins: PasskeyLogins;
}

/** Registers the calls about passkeys. */
export function registerPasskeyRoutes(
  handle: Handle,
  { accounts, newPasskeys, ownPasskeys, passkeyLogins }: PasskeyRouteParts,
  throttles: AccountThrottles,
): void {
  handle('startPasskey', async ({ caller, body, address }) => {
    const start = () => newPasskeys.start(caller, body.password);
    if (body.password === undefined) return start();
    // Counted with failed logins: nobody may guess the password on a phone that they found unlocked.
    const { email } = await accounts.read(caller);
    return throttles.login(email, address, start);
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
