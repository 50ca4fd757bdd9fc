import { proxy } from 'valtio';
import type { OpenInvite } from '../../../contracts/invite.ts';
import type { InviteId, ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { call } from '../../platform/net/api.ts';
import { createLoader, type LoadState, notLoaded } from '../load-state.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** The valid invitations to one parcours, and the links created here. */
interface Invitations extends LoadState {
  /** The parcours that was shown last; null before the first. */
  mapId: ParcoursId | null;
  /** The server lists everybody's to those who manage the parcours, and their own to others. */
  list: OpenInvite[];
  /** The person's permanent link for each privilege, as a path of this origin; only those that were fetched. */
  links: Partial<Record<Privilege, string>>;
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
 * Fetches the person's permanent link to a parcours with a privilege, creating it where there is none. It is the same until
 * it expires or is revoked, so a QR code printed once stays the one shown here. Stored in `links`, unless another parcours
 * is shown by then; the list is loaded again.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function makeLink(mapId: ParcoursId, privilege: Privilege): Promise<void> {
  showMap(mapId);
  const { link } = await call('createShareLink', { params: { mapId, privilege }, body: {} });
  if (invitations.mapId !== mapId) return;
  invitations.links[privilege] = link;
  void loadInvitations(mapId);
}

/**
 * Revokes an invitation. The link of its privilege is forgotten too, since it may belong to this invitation.
 *
 * @throws {ApiError | NetworkError} as `call` does; the state stays as it was.
 */
export async function revokeInvitation({ id, privilege }: { id: InviteId; privilege: Privilege }): Promise<void> {
  await call('revokeInvite', { params: { inviteId: id } });
  loader.supersede();
  invitations.list = invitations.list.filter((invitation) => invitation.id !== id);
  delete invitations.links[privilege];
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
