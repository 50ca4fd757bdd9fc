import { proxy } from 'valtio';
import type { ParcoursMember } from '../../../contracts/parcours.ts';
import type { ParcoursId, Privilege, UserId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { call } from '../../platform/net/api.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { loadParcours } from '../parcours-list.ts';

interface Members extends LoadState {
  /** The parcours that `list` belongs to; null before the first load. */
  parcoursId: ParcoursId | null;
  /** Highest privilege first, at the time of the load. */
  list: ParcoursMember[];
}

/** The members of the parcours that was shown last. Changed only in this file. */
export const members = proxy<Members>({ ...notLoaded(), parcoursId: null, list: [] });

const loader = createLoader(members);

/** Loads the members of a parcours. Never rejects. */
export function loadMembers(parcoursId: ParcoursId): Promise<void> {
  return loader.load(
    () => call('listMembers', { params: { mapId: parcoursId } }),
    (list) => {
      members.parcoursId = parcoursId;
      members.list = list;
    },
  );
}

/**
 * Changes a member's privilege. The list keeps its order until it is loaded again, so that no row moves under a finger.
 *
 * @throws {ApiError | NetworkError} as `call` does; the state stays unchanged.
 */
export async function setMemberPrivilege(parcoursId: ParcoursId, userId: UserId, privilege: Privilege): Promise<void> {
  const changed = await call('setMemberPrivilege', { params: { mapId: parcoursId, userId }, body: { privilege } });
  loader.supersede();
  if (members.parcoursId === parcoursId) {
    members.list = members.list.map((member) => (member.id === userId ? changed : member));
  }
  // It may be the person's own, and each listed parcours shows its members with the highest privilege.
  await loadParcours();
}

/** Removes a member; their places stay. @throws {ApiError | NetworkError} as `call` does; the state stays unchanged. */
export async function removeMember(parcoursId: ParcoursId, userId: UserId): Promise<void> {
  await call('removeMember', { params: { mapId: parcoursId, userId } });
  loader.supersede();
  if (members.parcoursId === parcoursId) members.list = members.list.filter((member) => member.id !== userId);
  await loadParcours();
}

/** Clears the members at the end of a session. */
export function forgetMembers(): void {
  loader.supersede();
  Object.assign(members, { ...notLoaded(), parcoursId: null, list: [] });
}

forgetAtSessionEnd(forgetMembers);
