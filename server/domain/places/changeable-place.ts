import { mayApprove } from '../../../contracts/moderation/permissions.ts';
import { mayChangePlace, mayDrop } from '../../../contracts/permissions.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../../store/database.ts';
import { findParcours, findPrivilege } from '../../store/parcours.ts';
import { changePlace, findPlace, type PlaceRow, type PlaceWithMediaRow } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { privilegeOn } from '../maps/parcours.ts';

/** The place with this id. @throws AppError `not_found`, also for what is deleted, or kept from the caller. */
export async function existingPlace(reader: Reader, caller: Caller, id: PlaceId): Promise<PlaceWithMediaRow> {
  const place = await findPlace(reader, id, caller.id);
  if (place === undefined) throw new AppError('not_found', `There is no place ${id}`);
  return place;
}

/**
 * The place with this id, if the caller may change or delete it.
 *
 * @throws AppError `not_found`, `forbidden`.
 */
export async function changeablePlace(reader: Reader, caller: Caller, id: PlaceId): Promise<PlaceWithMediaRow> {
  const place = await existingPlace(reader, caller, id);
  const privilege = await findPrivilege(reader, place.parcours_id, caller.id);
  if (!mayChangePlace(caller.role, privilege, place.author_id === caller.id)) {
    throw new AppError('forbidden', `You may not change place ${id}`);
  }
  return place;
}

/** Lets a place whose audio was replaced wait for an approval where it needs one: other audio could follow the approved one. */
export async function askApprovalAgain(tx: Transactor, caller: Caller, place: PlaceWithMediaRow): Promise<void> {
  await changePlace(tx, place.id, { approval: await approvalAfterChange(tx, caller, place) });
}

/** @throws AppError `forbidden` for who may not put places on this parcours, `not_found`. */
export async function expectMayDrop(reader: Reader, caller: Caller, id: ParcoursId): Promise<void> {
  if (mayDrop(caller.role, await privilegeOn(reader, id, caller))) return;
  throw new AppError('forbidden', `You may not put places on parcours ${id}`);
}

/**
 * Whether what the caller puts on a parcours, or changes of their own there, waits for an approval: its members' does, but
 * not that of those who approve.
 *
 * @param isHeld also where the parcours requires none any more: what waits or was refused goes on needing one.
 */
export async function approvalFor(
  reader: Reader,
  caller: Caller,
  parcoursId: ParcoursId,
  isHeld = false,
): Promise<PlaceRow['approval']> {
  const parcours = await findParcours(reader, parcoursId);
  if (!parcours?.needs_approval && !isHeld) return null;
  return mayApprove(caller.role, await findPrivilege(reader, parcoursId, caller.id)) ? null : 'waiting';
}

/** The approval of a place after the caller changed it: changed by somebody else than its author, it keeps the one it has. */
export async function approvalAfterChange(
  reader: Reader,
  caller: Caller,
  place: Pick<PlaceRow, 'parcours_id' | 'author_id' | 'approval'>,
): Promise<PlaceRow['approval']> {
  if (place.author_id !== caller.id) return place.approval;
  return approvalFor(reader, caller, place.parcours_id, place.approval !== null);
}
