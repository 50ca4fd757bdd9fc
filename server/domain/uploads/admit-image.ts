import { mayEditParcours, mayHavePicture } from '../../../contracts/permissions.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { privilegeOn } from '../maps/parcours.ts';

/** @throws AppError `forbidden` if the caller may not have a picture. */
export function admitPicture({ role }: Caller): void {
  if (!mayHavePicture(role)) throw new AppError('forbidden', 'A guest cannot have a picture');
}

/** @throws AppError `not_found`; `forbidden` if the caller may not edit the parcours. */
export async function admitParcoursImage(reader: Reader, caller: Caller, parcoursId: ParcoursId): Promise<void> {
  if (!mayEditParcours(caller.role, await privilegeOn(reader, parcoursId, caller))) {
    throw new AppError('forbidden', `You may not change parcours ${parcoursId}`);
  }
}
