import { proxy } from 'valtio';
import type { ParcoursMember } from '../../contracts/parcours.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { call } from '../platform/api.ts';

/** Everybody on one parcours. */
export interface MembersState {
  /** The parcours whose members these are, null while none are known. */
  mapId: ParcoursId | null;
  /** Those with the highest privilege first. */
  list: ParcoursMember[];
}

/** Everybody on the parcours that was looked at last. Changed by the functions of this file alone. */
export const members = proxy<MembersState>({ mapId: null, list: [] });

let latestLoad = 0;

/**
 * Fetches the members of a parcours. A failure does not reject and keeps what was known: a listing's first members and
 * their number are there to be shown. Where several loads overlap, the last one counts.
 */
export async function loadMembers(mapId: ParcoursId): Promise<void> {
  latestLoad += 1;
  const load = latestLoad;
  try {
    const list = await call('listMembers', { params: { mapId } });
    if (load !== latestLoad) return;
    members.mapId = mapId;
    members.list = list;
  } catch {
    // What stands in their place is the listing's own, and the next look at the pane asks again.
  }
}
