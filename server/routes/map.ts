import type { Invitations } from '../domain/maps/invitations.ts';
import type { Members } from '../domain/maps/members.ts';
import type { ParcoursBook } from '../domain/maps/parcours.ts';
import type { Packs } from '../domain/packs/packs.ts';
import { done, type Handle } from '../http/handle.ts';
import { SerializedVersion } from '../http/reply.ts';

/** The parts that handle the calls about parcours. */
export interface MapParts {
  readonly parcours: ParcoursBook;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly packs: Packs;
}

/** Registers the calls about parcours, their members and their links. */
export function registerMapRoutes(handle: Handle, { parcours, members, invitations, packs }: MapParts): void {
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
  handle('deleteParcours', ({ caller, params }) => done(parcours.delete(caller, params.mapId)));

  handle('listMembers', async ({ caller, params }) => members.list(caller, params.mapId));
  handle('setMemberPrivilege', async ({ caller, params, body }) =>
    members.setPrivilege(caller, params.mapId, params.userId, body.privilege),
  );
  handle('removeMember', ({ caller, params }) => done(members.remove(caller, params.mapId, params.userId)));

  handle('readShareLink', async ({ caller, params }) => invitations.share(caller, params.mapId));
  handle('createShareLink', async ({ caller, params }) => invitations.share(caller, params.mapId, params.privilege));
}
