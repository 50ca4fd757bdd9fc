import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { measure, type PlaceRow, type PlacesMeasure } from './places.ts';

/** A planned place, with the name of the member who is asked for it, and the place that fills it. */
export interface PlannedRow extends Pick<PlaceRow, 'id' | 'parcours_id' | 'author_id' | 'name' | 'kind' | 'geometry'> {
  /** Null also once that account is no longer a member. */
  readonly asked_id: UserId | null;
  readonly asked_name: string | null;
  /** Null unless somebody fills it: a deleted or refused filling doesn't count. */
  readonly filling_id: PlaceId | null;
  readonly filling_author_id: UserId | null;
  readonly is_draft: boolean | number | null;
  readonly media_sha256: string | null;
  readonly hidden_at: string | null;
  readonly approval: PlaceRow['approval'];
}

/** The planned places of a parcours, oldest first. */
export async function listPlannedPlaces(reader: Reader, parcoursId: ParcoursId): Promise<PlannedRow[]> {
  return plannedPlaces(reader).where('places.parcours_id', parcoursId);
}

/** The planned place with this id, unless it is deleted. */
export async function findPlannedPlace(reader: Reader, id: PlaceId): Promise<PlannedRow | undefined> {
  const [row] = await plannedPlaces(reader).where('places.id', id);
  return row;
}

/** Measures the planned places of a parcours. */
export async function measurePlanned(reader: Reader, parcoursId: ParcoursId): Promise<PlacesMeasure> {
  return measure(reader, reader('places').where({ parcours_id: parcoursId, is_planned: true, deleted_at: null }));
}

/** Ends the link of earlier fillings, refused or deleted ones, to a planned place. */
export async function detachFillings(tx: Transactor, plannedId: PlaceId): Promise<void> {
  await tx<PlaceRow>('places').where({ plan_id: plannedId }).update({ plan_id: null });
}

function plannedPlaces(reader: Reader) {
  return reader('places')
    .leftJoin('places as filling', (join) => {
      join
        .on('filling.plan_id', 'places.id')
        .andOnNull('filling.deleted_at')
        .andOn((kept) => kept.onNull('filling.approval').orOnVal('filling.approval', 'waiting'));
    })
    .leftJoin('memberships', (join) => {
      join.on('memberships.parcours_id', 'places.parcours_id').andOn('memberships.account_id', 'places.asked_id');
    })
    .leftJoin('accounts', 'accounts.id', 'memberships.account_id')
    .where({ 'places.is_planned': true, 'places.deleted_at': null })
    .orderBy('places.id')
    .select<PlannedRow[]>(
      'places.id',
      'places.parcours_id',
      'places.author_id',
      'places.name',
      'places.kind',
      'places.geometry',
      'accounts.id as asked_id',
      'accounts.name as asked_name',
      'filling.id as filling_id',
      'filling.author_id as filling_author_id',
      'filling.is_draft',
      'filling.media_sha256',
      'filling.hidden_at',
      'filling.approval',
    );
}
