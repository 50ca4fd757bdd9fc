import type { Knex } from 'knex';
import type { DropsChoice, LostParcours } from '../../contracts/erasure.ts';
import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import type { ImageRow } from './images.ts';
import type { PlaceRow } from './places.ts';

/** A row of erasures: ids and a time, nothing about the person. */
export interface ErasureRow {
  readonly account_id: UserId;
  /** ISO 8601 in UTC. */
  readonly erased_at: string;
  readonly drops: DropsChoice;
  /** Ids of the parcours that were deleted too, separated by commas. */
  readonly parcours_ids: string;
}

/** An account's own drop on a parcours. */
export interface OwnPlaceRow extends Pick<PlaceRow, 'id' | 'parcours_id' | 'media_sha256'> {
  /** False for drafts, and for deleted, hidden or refused places; SQLite returns 1 and 0. */
  readonly is_shown: boolean | number;
}

interface CountedRow {
  readonly id: ParcoursId;
  readonly name: string;
  readonly drops: number;
  readonly others: number;
  readonly members: number;
}

/**
 * The parcours whose only admin is this account, by id. Admins with the role guest don't count: they can't manage it.
 */
export async function listSoleParcours(reader: Reader, id: UserId): Promise<LostParcours[]> {
  const otherAdmins = reader('memberships as other')
    .join('accounts', 'accounts.id', 'other.account_id')
    .where('other.parcours_id', reader.ref('own.parcours_id'))
    .whereNot('other.account_id', id)
    .where('other.privilege', 'admin')
    .whereNot('accounts.role', 'guest');
  const places = (): Knex.QueryBuilder =>
    reader('places').where('places.parcours_id', reader.ref('own.parcours_id')).count('*');
  const others = places().where((place) => place.whereNull('author_id').orWhereNot('author_id', id));
  const members: Knex.QueryBuilder = reader('memberships as member')
    .join('accounts', 'accounts.id', 'member.account_id')
    .where('member.parcours_id', reader.ref('own.parcours_id'))
    .whereNot('member.account_id', id)
    .whereNot('accounts.role', 'guest')
    .count('*');
  const rows = await reader('memberships as own')
    .join('parcours', 'parcours.id', 'own.parcours_id')
    .where({ 'own.account_id': id, 'own.privilege': 'admin' })
    .whereNotExists(otherAdmins)
    .orderBy('parcours.id')
    .select<CountedRow[]>(
      'parcours.id',
      'parcours.title as name',
      places().as('drops'),
      others.as('others'),
      members.as('members'),
    );
  return rows.map(({ others, ...row }) => ({ ...row, othersDrops: others }));
}

/** The places that an account made, visible to others or not, except those on the parcours `without`. */
export async function listOwnPlaces(
  reader: Reader,
  id: UserId,
  without: readonly ParcoursId[],
): Promise<OwnPlaceRow[]> {
  return reader<PlaceRow>('places')
    .where({ author_id: id })
    .whereNotIn('parcours_id', without)
    .orderBy('id')
    .select<OwnPlaceRow[]>(
      'id',
      'parcours_id',
      'media_sha256',
      reader.raw(
        "(not is_draft and deleted_at is null and hidden_at is null and coalesce(approval, '') <> 'refused') as is_shown",
      ),
    );
}

/** Deletes places permanently, but not their audio. */
export async function deletePlaces(tx: Transactor, ids: readonly PlaceId[]): Promise<void> {
  for (const id of ids) await tx<PlaceRow>('places').where({ id }).delete();
}

/** All images that an account uploaded. */
export async function listImagesBy(reader: Reader, id: UserId): Promise<ImageRow[]> {
  return reader<ImageRow>('images').where({ uploader_id: id }).select('*');
}

/** Removes an account as the uploader of the audio and images that remain. */
export async function disownFiles(tx: Transactor, id: UserId): Promise<void> {
  for (const table of ['media', 'images']) await tx(table).where({ uploader_id: id }).update({ uploader_id: null });
}

/** Deletes the texts of an account's reports, and the account as their author. */
export async function forgetReportsBy(tx: Transactor, id: UserId): Promise<void> {
  await tx('reports').where({ reporter_id: id }).update({ reporter_id: null, words: null });
}

/** Records that an account was erased; does nothing if that is recorded already. */
export async function insertErasure(tx: Transactor, row: ErasureRow): Promise<void> {
  await tx<ErasureRow>('erasures').insert(row).onConflict(['account_id', 'erased_at']).ignore();
}

/** All erasures, oldest first. */
export async function listErasures(reader: Reader): Promise<ErasureRow[]> {
  return reader<ErasureRow>('erasures').orderBy(['erased_at', 'account_id']);
}
