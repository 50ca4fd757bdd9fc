import type { RoleRequests } from '../domain/maps/role-requests.ts';
import type { Handle } from '../http/handle.ts';
import type { RateLimits } from '../http/rate-limit.ts';

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
