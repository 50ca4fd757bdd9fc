import { proxy } from 'valtio';
import { parcoursCalls } from '../../../contracts/calls/parcours.ts';
import type { OpenInvite } from '../../../contracts/invite.ts';
import type { InviteId, ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { createLoader, type LoadState, notLoaded } from '../load-state.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

addCalls(parcoursCalls);

/** The valid invitations to one parcours, and the links created here. */
interface Invitations extends LoadState {
  /** The parcours that was shown last; null before the first. */
  mapId: ParcoursId | null;
  /** The server lists everybody's to those who manage the parcours, and their own to others. */
  list: OpenInvite[];
  /** The link that the person made last for each privilege: with a label, or their permanent one. */
  links: Partial<Record<Privilege, MadeLink>>;
}

/** A link, as a path of this origin. */
interface MadeLink {
  readonly path: string;
  readonly label: string | null;
}

/** The invitations to the parcours that was shown last. Changed only by the functions of this file. */
export const invitations = proxy<Invitations>(noInvitations());

const loader = createLoader(invitations);

/** Loads the invitations to a parcours. Never rejects. */
export function loadInvitations(mapId: ParcoursId): Promise<void> {
  showMap(mapId);
  return loader.load(
    () => call('listInvites', { query: { mapId } }),
    (list) => {
      invitations.list = list;
    },
  );
}

/**
 * Makes a link to a parcours with a privilege: a new one with a label; without, the person's permanent one, which is the same
 * until it expires or is revoked, so that a QR code printed once stays the one shown here. Stored in `links`, unless another
 * parcours is shown by then; the list is loaded again.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function makeLink(mapId: ParcoursId, privilege: Privilege, label: string | null = null): Promise<void> {
  showMap(mapId);
  const { link } =
    label === null
      ? await call('createShareLink', { params: { mapId, privilege }, body: {} })
      : await call('createInvite', { body: { mapId, privilege, label } });
  if (invitations.mapId !== mapId) return;
  invitations.links[privilege] = { path: link, label };
  void loadInvitations(mapId);
}

/** Puts the link of a privilege away, to make another. */
export function putLinkAway(privilege: Privilege): void {
  delete invitations.links[privilege];
}

/**
 * Revokes an invitation, and forgets its link.
 *
 * @throws {ApiError | NetworkError} as `call` does; the state stays as it was.
 */
export async function revokeInvitation({
  id,
  privilege,
  link,
}: {
  id: InviteId;
  privilege: Privilege;
  link: string | null;
}): Promise<void> {
  await call('revokeInvite', { params: { inviteId: id } });
  loader.supersede();
  invitations.list = invitations.list.filter((invitation) => invitation.id !== id);
  if (link === null || invitations.links[privilege]?.path === link) delete invitations.links[privilege];
}

/** Clears invitations and links at the end of a session. */
export function forgetInvitations(): void {
  loader.supersede();
  Object.assign(invitations, noInvitations());
}

function showMap(mapId: ParcoursId): void {
  if (invitations.mapId !== mapId) Object.assign(invitations, noInvitations(), { mapId });
}

function noInvitations(): Invitations {
  return { ...notLoaded(), mapId: null, list: [], links: {} };
}

forgetAtSessionEnd(forgetInvitations);
