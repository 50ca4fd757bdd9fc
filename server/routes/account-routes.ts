import type { Context } from '../context.ts';
import { readDevice } from '../domain/accounts/sessions.ts';
import type { RoleRequests } from '../domain/parcours/role-requests.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import { done, type Handle } from '../http/handle.ts';
import type { RateLimits } from '../http/rate-limit.ts';

/** Registers the calls about accounts and sessions. */
export function registerUserRoutes(
  handle: Handle,
  { accounts, sessions, adoptions, consents }: Context,
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

/** Registers the calls about passwords, sessions and verified addresses. */
export function registerSecurityRoutes(
  handle: Handle,
  { accounts, ownPasskeys, sessions, passwordChanges, addresses, mails }: Context,
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
    if (await throttles.reset(body.email, address)) passwordChanges.requestReset(body);
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

/** Registers the calls about passkeys. */
export function registerPasskeyRoutes(
  handle: Handle,
  { accounts, newPasskeys, ownPasskeys, passkeyLogins }: Context,
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

/** Maximum role requests per hour and account: most of them return the one that is open. */
const ASKED_PER_HOUR = 20;

/** Registers the calls about requests for the role editor. */
export function registerRoleRequestRoutes(handle: Handle, roleRequests: RoleRequests, rateLimits: RateLimits): void {
  const limit = rateLimits.limit('role request', { times: ASKED_PER_HOUR, perS: 3600 });
  handle('requestRole', async ({ caller, body }) => {
    await limit.spend(`account ${caller.id}`);
    return roleRequests.ask(caller, body);
  });
  handle('listRoleRequests', ({ caller }) => roleRequests.list(caller));
  handle('answerRoleRequest', ({ caller, params, body }) => roleRequests.answer(caller, params.requestId, body));
}
