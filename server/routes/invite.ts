import type { Invitations } from '../domain/maps/invitations.ts';
import { done, type Handle } from '../http/handle.ts';

/** Registers the calls about invitations. */
export function registerInviteRoutes(handle: Handle, invitations: Invitations): void {
  handle('createInvite', async ({ caller, body }) => invitations.create(caller, body));
  handle('acceptInvite', async ({ caller, body }) => invitations.accept(caller, body.token));
  handle('listInvites', async ({ caller, query }) => invitations.list(caller, query.mapId));
  handle('revokeInvite', ({ caller, params }) => done(invitations.revoke(caller, params.inviteId)));
}
