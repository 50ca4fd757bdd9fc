import { proxy } from 'valtio';
import type { ParcoursMember } from '../../../contracts/parcours.ts';
import type { ParcoursId, Privilege, UserId } from '../../../contracts/vocabulary.ts';
import { call } from '../../platform/net/api.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { loadParcours } from './parcours.ts';

/** Everybody on one parcours. */
export interface MembersState {
  /** The parcours whose members these are, null while none are known. */
  mapId: ParcoursId | null;
  /** Those with the highest privilege first, as they were when the list was fetched. */
  list: ParcoursMember[];
  /** How the last look went. `failed` keeps what was there before. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** What made the last look fail. */
  failure: Error | null;
}

/** Everybody on the parcours that was looked at last. Changed by the functions of this file alone. */
export const members = proxy<MembersState>({ mapId: null, list: [], status: 'idle', failure: null });

let latestLoad = 0;

/**
 * Fetches the members of a parcours. A failure does not reject and keeps what was known: a listing's first members and
 * their number are there to be shown. Where several loads overlap, the last one counts.
 */
export async function loadMembers(mapId: ParcoursId): Promise<void> {
  latestLoad += 1;
  const load = latestLoad;
  members.status = 'loading';
  members.failure = null;
  try {
    const list = await call('listMembers', { params: { mapId } });
    if (load !== latestLoad) return;
    members.mapId = mapId;
    members.list = list;
    members.status = 'ready';
  } catch (error) {
    if (load !== latestLoad) return;
    members.failure = error instanceof Error ? error : new Error(String(error));
    members.status = 'failed';
  }
}

/**
 * Gives a member another privilege. The list keeps its order until it is fetched again: nobody jumps away from under a
 * finger.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing changes then.
 */
export async function setMemberPrivilege(mapId: ParcoursId, userId: UserId, privilege: Privilege): Promise<void> {
  const changed = await call('setMemberPrivilege', { params: { mapId, userId }, body: { privilege } });
  overtakeLoad();
  if (members.mapId === mapId) {
    members.list = members.list.map((member) => (member.id === userId ? changed : member));
  }
  // It may have been one's own, and the listing's first members are those with the highest privilege.
  await loadParcours();
}

/**
 * Removes a member from a parcours; what they made stays.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing changes then.
 */
export async function removeMember(mapId: ParcoursId, userId: UserId): Promise<void> {
  await call('removeMember', { params: { mapId, userId } });
  overtakeLoad();
  if (members.mapId === mapId) members.list = members.list.filter((member) => member.id !== userId);
  await loadParcours();
}

/** A list that is on its way may still hold what was changed since. */
function overtakeLoad(): void {
  latestLoad += 1;
  if (members.status === 'loading') members.status = 'ready';
}

/** Forgets who is on which parcours: for the end of a session. */
export function forgetMembers(): void {
  latestLoad += 1;
  Object.assign(members, { mapId: null, list: [], status: 'idle', failure: null });
}

forgetAtSessionEnd(forgetMembers);
