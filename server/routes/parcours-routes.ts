import type { Context } from '../context.ts';
import { readDevice } from '../domain/accounts/sessions.ts';
import type { Bundles } from '../domain/parcours/bundles.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import { done, type Handle } from '../http/handle.ts';
import { SerializedVersion } from '../http/reply.ts';

/** Registers the calls about parcours, their members and their links. */
export function registerParcoursRoutes(
  handle: Handle,
  { parcours, openings, members, invitations, packs }: Context,
): void {
  handle('createParcours', async ({ caller, body }) => ({ newParcours: await parcours.create(caller, body) }));
  handle('listParcours', async ({ caller }) => parcours.list(caller));
  handle('readParcours', async ({ caller, params }) => parcours.read(caller, params.mapId));
  handle(
    'readPack',
    async ({ caller, params, query }) => new SerializedVersion(await packs.share(caller, params.mapId, query.links)),
  );
  handle('updateParcours', async ({ caller, params, body }) => parcours.update(caller, params.mapId, body));
  handle('requireApproval', ({ caller, params, body }) =>
    parcours.requireApproval(caller, params.mapId, body.required),
  );
  handle('updateOpening', ({ caller, params, body }) => openings.set(caller, params.mapId, body));
  handle('deleteParcours', ({ caller, params }) => done(parcours.delete(caller, params.mapId)));

  handle('listMembers', async ({ caller, params }) => members.list(caller, params.mapId));
  handle('setMemberPrivilege', async ({ caller, params, body }) =>
    members.setPrivilege(caller, params.mapId, params.userId, body.privilege),
  );
  handle('removeMember', ({ caller, params }) => done(members.remove(caller, params.mapId, params.userId)));

  handle('readShareLink', async ({ caller, params }) => invitations.share(caller, params.mapId));
  handle('createShareLink', async ({ caller, params }) => invitations.share(caller, params.mapId, params.privilege));
}

/** Registers the calls about bundles. */
export function registerBundleRoutes(handle: Handle, bundles: Bundles): void {
  handle('listBundles', async ({ caller }) => bundles.list(caller));
  handle('listBundleParcours', async ({ caller, params }) => bundles.listParcours(caller, params.bundleId));
  handle('createBundle', async ({ caller, body }) => bundles.create(caller, body));
  handle('updateBundle', async ({ caller, params, body }) => bundles.update(caller, params.bundleId, body));
  handle('deleteBundle', ({ caller, params }) => done(bundles.delete(caller, params.bundleId)));
  handle('addToBundle', ({ caller, params }) => done(bundles.add(caller, params.bundleId, params.mapId)));
  handle('removeFromBundle', ({ caller, params }) => done(bundles.remove(caller, params.bundleId, params.mapId)));
}

/** Registers the calls about invitations. */
export function registerInviteRoutes(
  handle: Handle,
  { invitations, mailedInvitations, visits }: Context,
  throttles: AccountThrottles,
): void {
  handle('createInvite', async ({ caller, body }) => invitations.create(caller, body));
  handle('mailInvites', async ({ caller, body, idempotencyKey }) =>
    mailedInvitations.send(caller, body, throttles, idempotencyKey),
  );
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
