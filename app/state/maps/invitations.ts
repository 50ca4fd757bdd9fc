import { proxy } from 'valtio';
import type { OpenInvite } from '../../../contracts/invite.ts';
import type { InviteId, ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { call } from '../../platform/net/api.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** The invitations to one parcours that still work, and the links made here. */
export interface InvitationsState {
  /** The parcours that all of this is about, null while it is about none. */
  mapId: ParcoursId | null;
  /** As the server listed them: everybody's for who manages the parcours, one's own for others. */
  list: OpenInvite[];
  /** `failed` keeps the list that was there before. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** What made the last load fail. */
  failure: Error | null;
  /** The person's standing link for each privilege, as a path of this origin; left out where it was not asked for. */
  links: Partial<Record<Privilege, string>>;
}

/** The invitations to the parcours that was looked at last. Changed by the functions of this file alone. */
export const invitations = proxy<InvitationsState>(nothing());

let latestLoad = 0;

/**
 * Fetches the invitations to a parcours. A failure does not reject: it becomes `status` and `failure`. Where several loads
 * overlap, the last one counts.
 */
export async function loadInvitations(mapId: ParcoursId): Promise<void> {
  latestLoad += 1;
  const load = latestLoad;
  turnTo(mapId);
  invitations.status = 'loading';
  invitations.failure = null;
  try {
    const list = await call('listInvites', { query: { mapId } });
    if (load !== latestLoad) return;
    invitations.list = list;
    invitations.status = 'ready';
  } catch (error) {
    if (load !== latestLoad) return;
    invitations.failure = error instanceof Error ? error : new Error(String(error));
    invitations.status = 'failed';
  }
}

/**
 * Asks for the person's standing link to a parcours with a privilege: the same one each time until it ends or is revoked,
 * so that a code that hangs on a wall is the one that is shown here. It stands in `links` then, unless another parcours is
 * looked at by now; the list follows.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function makeLink(mapId: ParcoursId, privilege: Privilege): Promise<void> {
  turnTo(mapId);
  const { link } = await call('createShareLink', { params: { mapId, privilege }, body: {} });
  if (invitations.mapId !== mapId) return;
  invitations.links[privilege] = link;
  void loadInvitations(mapId);
}

/**
 * Ends an invitation. The link of its privilege goes with it, since it may be that one.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing changes then.
 */
export async function revokeInvitation({ id, privilege }: { id: InviteId; privilege: Privilege }): Promise<void> {
  await call('revokeInvite', { params: { inviteId: id } });
  // A list that is on its way may still hold it.
  latestLoad += 1;
  if (invitations.status === 'loading') invitations.status = 'ready';
  invitations.list = invitations.list.filter((invitation) => invitation.id !== id);
  delete invitations.links[privilege];
}

/** Forgets invitations and links: for the end of a session. */
export function forgetInvitations(): void {
  latestLoad += 1;
  Object.assign(invitations, nothing());
}

function turnTo(mapId: ParcoursId): void {
  if (invitations.mapId !== mapId) Object.assign(invitations, nothing(), { mapId });
}

function nothing(): InvitationsState {
  return { mapId: null, list: [], status: 'idle', failure: null, links: {} };
}

forgetAtSessionEnd(forgetInvitations);
