import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { onlyListed, PUBLIC_PLACE } from './place-visibility.ts';
import type { PlaceRow } from './places.ts';

/** The ids of a parcours' numbered places in their order, whatever their visibility. */
export async function listSteps(reader: Reader, parcoursId: ParcoursId): Promise<PlaceId[]> {
  return reader<PlaceRow>('places').where({ parcours_id: parcoursId }).whereNotNull('step').orderBy('step').pluck('id');
}

/** The ids of a parcours' places that have a row where they are ordered: public, waiting or planned. */
export async function listSeenIds(reader: Reader, parcoursId: ParcoursId): Promise<ReadonlySet<PlaceId>> {
  const listed = reader('places').where({ parcours_id: parcoursId });
  const planned = listed.clone().where({ is_planned: true, deleted_at: null, hidden_at: null });
  onlyListed(listed);
  return new Set<PlaceId>([...(await listed.pluck('id')), ...(await planned.pluck('id'))]);
}

/** Numbers these places of a parcours from 1, and no others. */
export async function setSteps(tx: Transactor, parcoursId: ParcoursId, ids: readonly PlaceId[]): Promise<void> {
  // PostgreSQL would take the numbers for texts.
  const numbered = ids.flatMap((id, index) => [id, index + 1]);
  const step =
    ids.length === 0 ? null : tx.raw(`case id ${'when ? then cast(? as integer) '.repeat(ids.length)}end`, numbered);
  await tx('places')
    .where({ parcours_id: parcoursId })
    .where((changed) => changed.whereNotNull('step').orWhereIn('id', [...ids]))
    .update({ step });
}

/** The numbers that all members of these parcours see: from 1 without gaps, whatever is deleted, hidden or waits. */
export async function numberShown(
  reader: Reader,
  parcoursIds: readonly ParcoursId[],
): Promise<ReadonlyMap<PlaceId, number>> {
  const rows = await reader('places')
    .whereIn('parcours_id', parcoursIds)
    .where(PUBLIC_PLACE)
    .whereNotNull('step')
    .select<{ id: PlaceId; shown: number }[]>(
      'id',
      reader.raw('row_number() over (partition by parcours_id order by step) as shown'),
    );
  return new Map(rows.map(({ id, shown }) => [id, Number(shown)]));
}
