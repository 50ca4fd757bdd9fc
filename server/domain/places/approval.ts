import { mayApprove } from '../../../contracts/permissions.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import { findParcours, findPrivilege } from '../../store/parcours.ts';
import type { PlaceRow } from '../../store/places.ts';
import type { Caller } from '../caller.ts';

/**
 * Whether what the caller puts on a parcours, or changes of their own there, waits for an approval: its members' does, but
 * not that of those who approve.
 */
export async function approvalFor(
  reader: Reader,
  caller: Caller,
  parcoursId: ParcoursId,
): Promise<PlaceRow['approval']> {
  const parcours = await findParcours(reader, parcoursId);
  if (!parcours?.needs_approval) return null;
  return mayApprove(caller.role, await findPrivilege(reader, parcoursId, caller.id)) ? null : 'waiting';
}

/** The approval of a place after the caller changed it: changed by somebody else than its author, it keeps the one it has. */
export async function approvalAfterChange(
  reader: Reader,
  caller: Caller,
  place: Pick<PlaceRow, 'parcours_id' | 'author_id' | 'approval'>,
): Promise<PlaceRow['approval']> {
  return place.author_id === caller.id ? approvalFor(reader, caller, place.parcours_id) : place.approval;
}
