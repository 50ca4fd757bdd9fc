import type { Accounts } from '../domain/accounts/accounts.ts';
import { readDevice, type Sessions } from '../domain/accounts/sessions.ts';
import type { Adoptions } from '../domain/guests/adoptions.ts';
import type { Consents } from '../domain/rights/consents.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import { done, type Handle } from '../http/handle.ts';

/** The parts that handle the calls about accounts. */
export interface UserParts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly adoptions: Adoptions;
  readonly consents: Consents;
}

/** Registers the calls about accounts and sessions. */
export function registerUserRoutes(
  handle: Handle,
  { accounts, sessions, adoptions, consents }: UserParts,
  throttles: AccountThrottles,
): void {
  handle('createAccount', async ({ body, address }) => {
    await throttles.signUp(address);
    const user = await accounts.create(body, address);
    if (body.termsVersion !== undefined) {
      await consents.give({ ...user, address }, { kind: 'terms', version: body.termsVersion });
    }
    return { user };
  });
  handle('login', ({ body, address, userAgent }) =>
    throttles.login(body.email, address, () => accounts.login(body, readDevice(userAgent), address)),
  );
  handle('loginWithGoogle', async ({ body, address, userAgent }) => {
    await throttles.googleLogin(address);
    return accounts.loginWithGoogle(body, readDevice(userAgent), address);
  });
  handle('logout', ({ caller }) => done(sessions.end(caller)));
  handle('renewSession', async ({ caller }) => ({ token: await sessions.renew(caller) }));
  handle('adoptGuest', ({ caller, body }) => done(adoptions.adopt(caller, body.token)));
  handle('readMe', async ({ caller }) => ({ user: await accounts.read(caller) }));
}
