import type { Accounts } from '../domain/accounts/accounts.ts';
import type { Sessions } from '../domain/accounts/sessions.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the calls about accounts and sessions. */
export function registerUserRoutes(
  handle: Handle,
  accounts: Accounts,
  sessions: Sessions,
  throttles: AccountThrottles,
): void {
  handle('createAccount', async ({ body, address }) => {
    await throttles.signUp(body.role === 'guest' ? 'guest' : 'user', address);
    return { user: await accounts.create(body) };
  });
  handle('login', ({ body, address }) => throttles.login(body.email, address, () => accounts.login(body)));
  handle('loginWithGoogle', async ({ body, address }) => {
    await throttles.googleLogin(address);
    return accounts.loginWithGoogle(body);
  });
  handle('logout', async ({ caller }) => {
    await sessions.end(caller.sessionId);
    return { status: 'ok' };
  });
  handle('readMe', async ({ caller }) => ({ user: await accounts.read(caller) }));
}
