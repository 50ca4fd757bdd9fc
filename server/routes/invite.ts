import { readDevice } from '../domain/accounts/sessions.ts';
import type { Visits } from '../domain/guests/visits.ts';
import type { Invitations } from '../domain/maps/invitations.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import { done, type Handle } from '../http/handle.ts';

/** The parts that handle the calls about invitations. */
export interface InviteParts {
  readonly invitations: Invitations;
  readonly visits: Visits;
}

/** Registers the calls about invitations. */
export function registerInviteRoutes(
  handle: Handle,
  { invitations, visits }: InviteParts,
  throttles: AccountThrottles,
): void {
  handle('createInvite', async ({ caller, body }) => invitations.create(caller, body));
  handle('acceptInvite', async ({ caller, body }) => invitations.accept(caller, body.token));
  handle('lookAtInvite', async ({ body, address }) => {
    await throttles.inviteLook(address);
    return invitations.look(body.token);
  });
  handle('visit', async ({ body, address, userAgent }) => {
    const makesAccount = !(await visits.isKnown(body.key));
    return throttles.visit(address, makesAccount, () => visits.enter(body, readDevice(userAgent), address));
  });
  handle('listInvites', async ({ caller, query }) => invitations.list(caller, query.mapId));
  handle('revokeInvite', ({ caller, params }) => done(invitations.revoke(caller, params.inviteId)));
}
