import type { ErasurePlan } from '../../../contracts/erasure.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import { listOwnPlaces, listSoleParcours } from '../../store/erasures.ts';

/** Returns what the deletion of an account would do. */
export async function planErasure(reader: Reader, id: UserId): Promise<Omit<ErasurePlan, 'confirmBy'>> {
  const lost = await listSoleParcours(reader, id);
  const own = await listOwnPlaces(
    reader,
    id,
    lost.map((parcours) => parcours.id),
  );
  const published = own.filter(({ is_shown }) => is_shown);
  return {
    lost,
    dropsElsewhere: published.length,
    parcoursElsewhere: new Set(published.map(({ parcours_id }) => parcours_id)).size,
  };
}
