import type { AccountMails } from '../domain/accounts/account-mails.ts';
import type { Accounts } from '../domain/accounts/accounts.ts';
import type { Addresses } from '../domain/accounts/addresses.ts';
import type { OwnPasskeys } from '../domain/accounts/passkeys/own-passkeys.ts';
import type { PasswordChanges } from '../domain/accounts/password-changes.ts';
import type { Sessions } from '../domain/accounts/sessions.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import { done, type Handle } from '../http/handle.ts';

/** The parts that handle the calls about the security of accounts. */
export interface SecurityParts {
  readonly accounts: Accounts;
  readonly ownPasskeys: OwnPasskeys;
  readonly sessions: Sessions;
  readonly passwordChanges: PasswordChanges;
  readonly addresses: Addresses;
  readonly mails: AccountMails;
}

/** Registers the calls about passwords, sessions and verified addresses. */
export function registerSecurityRoutes(
  handle: Handle,
  { accounts, ownPasskeys, sessions, passwordChanges, addresses, mails }: SecurityParts,
  throttles: AccountThrottles,
): void {
  handle('readSecurity', async ({ caller }) => ({
    ...(await accounts.readSecurity(caller)),
    passkeys: await ownPasskeys.list(caller),
  }));
  handle('endSession', ({ caller, params }) => done(sessions.endOwn(caller, params.sessionId)));
  handle('endSessions', ({ caller, body }) => done(sessions.endAllOwn(caller, body.keepsThis)));
  handle('changePassword', async ({ caller, body, address }) => {
    // Counted with failed logins: nobody may guess the password on a phone that they found unlocked.
    const { email } = await accounts.read(caller);
    return done(throttles.login(email, address, () => passwordChanges.change(caller, body)));
  });
  handle('requestReset', async ({ body, address }) => {
    mails.expectOn();
    // The response is the same whether or not a mail is sent.
    if (await throttles.reset(body.email, address)) passwordChanges.requestReset(body.email);
    return { status: 'ok' };
  });
  handle('resetPassword', ({ body, address }) => done(passwordChanges.reset(body, address)));
  handle('requestVerification', async ({ caller }) => {
    mails.expectOn();
    await throttles.verification(caller.id);
    return done(addresses.request(caller));
  });
  handle('verifyEmail', ({ body }) => done(addresses.verify(body.token)));
}
