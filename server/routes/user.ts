import type { Accounts } from '../domain/accounts.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the calls about accounts. */
export function registerUserRoutes(handle: Handle, accounts: Accounts): void {
  handle('createAccount', async ({ body }) => ({ user: await accounts.create(body) }));
  handle('login', async ({ body }) => accounts.login(body));
}
