import { mayApprove } from '../../../contracts/moderation-permissions.ts';
import { mayChangePlace, mayDrop, mayReadParcours } from '../../../contracts/permissions.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../../store/database.ts';
import { findOpenPlace } from '../../store/open-parcours.ts';
import { findParcours, findPrivilege } from '../../store/parcours.ts';
import { changePlace, findPlace, type PlaceRow, type PlaceWithMediaRow } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import { type Caller, isOpenReader, type ParcoursReader } from '../caller.ts';
import { privilegeOn } from '../parcours/parcours.ts';
import { withoutAuthor } from './place-responses.ts';

/** Finds a place. @throws AppError `not_found`, also if it is deleted, or the caller may not see it. */
export async function existingPlace(reader: Reader, caller: Caller, id: PlaceId): Promise<PlaceWithMediaRow> {
  const place = await findPlace(reader, id, caller.id);
  if (place === undefined) throw new AppError('not_found', `There is no place ${id}`);
  return place;
}

/**
 * Finds a place that the caller may see as a member or, without its author, as somebody without an account.
 * @throws AppError as {@link existingPlace}; `forbidden` for non-members.
 */
export async function readablePlace(reader: Reader, caller: ParcoursReader, id: PlaceId): Promise<PlaceWithMediaRow> {
  if (isOpenReader(caller)) {
    const open = await findOpenPlace(reader, id, caller.parcoursId);
    if (open === undefined) throw new AppError('not_found', `There is no place ${id}`);
    return withoutAuthor(open);
  }
  const place = await existingPlace(reader, caller, id);
  const privilege = await findPrivilege(reader, place.parcours_id, caller.id);
  if (!mayReadParcours(privilege)) throw new AppError('forbidden', `You may not see place ${id}`);
  return place;
}

/** Finds a place that the caller may change or delete. @throws AppError `not_found`, `forbidden`. */
export async function changeablePlace(reader: Reader, caller: Caller, id: PlaceId): Promise<PlaceWithMediaRow> {
  const place = await existingPlace(reader, caller, id);
  const privilege = await findPrivilege(reader, place.parcours_id, caller.id);
  if (!mayChangePlace(caller.role, privilege, place.author_id === caller.id)) {
    throw new AppError('forbidden', `You may not change place ${id}`);
  }
  return place;
}

/** Makes a place with new audio wait for an approval if it needs one: the approved audio was another. */
export async function askApprovalAgain(tx: Transactor, caller: Caller, place: PlaceWithMediaRow): Promise<void> {
  await changePlace(tx, place.id, { approval: await approvalAfterChange(tx, caller, place) });
}

/** @throws AppError `forbidden` if the caller may not put places on this parcours, `not_found`. */
export async function expectMayDrop(reader: Reader, caller: Caller, id: ParcoursId): Promise<void> {
  if (mayDrop(caller.role, await privilegeOn(reader, id, caller))) return;
  throw new AppError('forbidden', `You may not put places on parcours ${id}`);
}

/**
 * Returns `waiting` if a place needs an approval that the caller adds, or changes as its author: if the parcours
 * requires approvals and the caller may not approve.
 * @param isHeld whether the place waits or was refused: then it needs an approval even if the parcours requires none.
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

/** Returns the approval of a place after a change by the caller: only its author's changes affect it. */
export async function approvalAfterChange(
  reader: Reader,
  caller: Caller,
  place: Pick<PlaceRow, 'parcours_id' | 'author_id' | 'approval'>,
): Promise<PlaceRow['approval']> {
  if (place.author_id !== caller.id) return place.approval;
  return approvalFor(reader, caller, place.parcours_id, place.approval !== null);
}
