import type { Knex } from 'knex';
import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { measure, type PlaceRow, type PlacesMeasure } from './places.ts';

/** A planned place, with the name of the member who is asked for it, and the place that fills it. */
export interface PlannedRow extends Pick<PlaceRow, 'id' | 'parcours_id' | 'author_id' | 'name' | 'kind' | 'geometry'> {
  /** Null also once that account is no longer a member who may drop. */
  readonly asked_id: UserId | null;
  readonly asked_name: string | null;
  /** Null unless somebody fills it: a filling that is deleted, refused, or begun and left behind doesn't count. */
  readonly filling_id: PlaceId | null;
  readonly filling_author_id: UserId | null;
  readonly is_draft: boolean | number | null;
  readonly media_sha256: string | null;
  readonly hidden_at: string | null;
  readonly approval: PlaceRow['approval'];
}

/** The planned places of a parcours, oldest first. Fillings begun until `begunUntil`, and no further, don't count. */
export async function listPlannedPlaces(
  reader: Reader,
  parcoursId: ParcoursId,
  begunUntil: string,
): Promise<PlannedRow[]> {
  return plannedPlaces(reader, begunUntil).where('places.parcours_id', parcoursId);
}

/** The planned place with this id, unless it is deleted or hidden. */
export async function findPlannedPlace(
  reader: Reader,
  id: PlaceId,
  begunUntil: string,
): Promise<PlannedRow | undefined> {
  const [row] = await plannedPlaces(reader, begunUntil).where('places.id', id);
  return row;
}

/** Whether a place other than this one fills a planned place. */
export async function isFilledByOther(
  reader: Reader,
  { id, plan_id }: Pick<PlaceRow, 'id' | 'plan_id'>,
  begunUntil: string,
): Promise<boolean> {
  const others = plannedPlaces(reader, begunUntil).where('places.id', plan_id).whereNot('filling.id', id);
  return (await others).length > 0;
}

/** The names of a parcours' places, planned or not, that begin so; without one place and what is deleted. */
export async function listNamesFrom(
  reader: Reader,
  parcoursId: ParcoursId,
  start: string,
  exceptId: PlaceId | null,
): Promise<string[]> {
  const named = reader<PlaceRow>('places').where({ parcours_id: parcoursId, deleted_at: null });
  return named
    .whereNot('id', exceptId ?? 0)
    .where('name', 'like', `${start}%`)
    .pluck('name');
}

/** Measures the planned places of a parcours. */
export async function measurePlanned(reader: Reader, parcoursId: ParcoursId): Promise<PlacesMeasure> {
  return measure(reader, reader('places').where({ parcours_id: parcoursId, is_planned: true, deleted_at: null }));
}

/** How many planned places this account is asked to fill, by parcours; those that somebody fills are left out. */
export async function countAsked(
  reader: Reader,
  accountId: UserId,
  begunUntil: string,
): Promise<ReadonlyMap<ParcoursId, number>> {
  return countByParcours(reader, askedOf(reader, accountId, begunUntil));
}

/** How many planned places nobody fills, by parcours of this account. */
export async function countUnfilled(
  reader: Reader,
  accountId: UserId,
  begunUntil: string,
): Promise<ReadonlyMap<ParcoursId, number>> {
  const own = reader('memberships as own').where('own.account_id', accountId).select('own.parcours_id');
  const unfilled = plannedPlaces(reader, begunUntil).whereIn('places.parcours_id', own).whereNull('filling.id');
  return countByParcours(reader, unfilled);
}

async function countByParcours(
  reader: Reader,
  planned: ReturnType<typeof plannedPlaces>,
): Promise<ReadonlyMap<ParcoursId, number>> {
  const rows: { parcours_id: ParcoursId; counted: number }[] = await planned
    .clearSelect()
    .clearOrder()
    .groupBy('places.parcours_id')
    .select('places.parcours_id', reader.raw('count(*) as counted'));
  return new Map(rows.map(({ parcours_id, counted }) => [parcours_id, Number(counted)]));
}

/** The planned places that this account is asked to fill, without those that somebody fills, with their parcours' titles. */
export async function listAsked(
  reader: Reader,
  accountId: UserId,
  begunUntil: string,
): Promise<(PlannedRow & { readonly title: string })[]> {
  return askedOf(reader, accountId, begunUntil)
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .select<(PlannedRow & { readonly title: string })[]>('parcours.title');
}

function askedOf(reader: Reader, accountId: UserId, begunUntil: string) {
  return plannedPlaces(reader, begunUntil).where('accounts.id', accountId).whereNull('filling.id');
}

/**
 * Ends the link of other fillings than this one to a planned place: of all, or only of drafts. Saved ones without audio
 * stay linked, because all members would see them; they become ordinary drops when their audio arrives.
 */
export async function detachOthers(
  tx: Transactor,
  plannedId: PlaceId,
  placeId: PlaceId,
  which: 'all' | 'drafts',
): Promise<void> {
  const others = tx<PlaceRow>('places').where({ plan_id: plannedId }).whereNot({ id: placeId });
  await (which === 'drafts' ? others.where({ is_draft: true }) : others.where(notSilent)).update({ plan_id: null });
}

/** Ends the links between planned places and fillings of which only one is among these places, but for silent ones. */
export async function detachParted(tx: Transactor, ids: readonly PlaceId[]): Promise<void> {
  const linked = () => tx<PlaceRow>('places').whereNotNull('plan_id').where(notSilent);
  await linked().whereIn('plan_id', ids).whereNotIn('id', ids).update({ plan_id: null });
  await linked().whereIn('id', ids).whereNotIn('plan_id', ids).update({ plan_id: null });
}

/** Leaves out saved places without audio. */
function notSilent(query: Knex.QueryBuilder): void {
  query.where({ is_draft: true }).orWhereNotNull('media_sha256');
}

/** A draft, or a place without audio, counts as a filling only for some time, and while its author may go on. */
function plannedPlaces(reader: Reader, begunUntil: string) {
  const drafters = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query
      .from('memberships as drafting')
      .join('accounts as drafter', 'drafter.id', 'drafting.account_id')
      .where({
        'drafting.parcours_id': reader.ref('filling.parcours_id'),
        'drafting.account_id': reader.ref('filling.author_id'),
        'drafter.suspended_at': null,
      })
      .whereNot('drafting.privilege', 'guest');
  return reader('places')
    .leftJoin('places as filling', (join) => {
      join
        .on('filling.plan_id', 'places.id')
        .andOn('filling.parcours_id', 'places.parcours_id')
        .andOnNull('filling.deleted_at')
        .andOn((held) => held.onNull('filling.approval').orOnVal('filling.approval', 'waiting'))
        .andOn((begun) =>
          begun
            .on((whole) => whole.onVal('filling.is_draft', false).andOnNotNull('filling.media_sha256'))
            .orOn((recent) =>
              recent.onVal('filling.created_at', '>', begunUntil).onExists((query) => void drafters(query)),
            ),
        );
    })
    .leftJoin('memberships', (join) => {
      join
        .on('memberships.parcours_id', 'places.parcours_id')
        .andOn('memberships.account_id', 'places.asked_id')
        .andOnVal('memberships.privilege', '<>', 'guest');
    })
    .leftJoin('accounts', 'accounts.id', 'memberships.account_id')
    .where({ 'places.is_planned': true, 'places.deleted_at': null, 'places.hidden_at': null })
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
