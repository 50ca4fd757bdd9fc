import type { Knex } from 'knex';
import type { RemarkSubject } from '../../contracts/remark.ts';
import type { ParcoursId, PlaceId, RemarkId, UserId } from '../../contracts/vocabulary.ts';
import { countRows } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';
import { onlyListed, onlyVisibleToMember } from './place-visibility.ts';

/** A row of remarks: all of them are open. */
export interface RemarkRow {
  readonly id: RemarkId;
  readonly place_id: PlaceId;
  /** Null for a person without an account. */
  readonly sender_id: UserId | null;
  readonly subject: RemarkSubject;
  /** Empty for none. */
  readonly words: string;
  readonly made_at: string;
}

/** A remark with the name of its place, and whether its sender is a guest; null without an account. */
export interface ListedRemarkRow extends RemarkRow {
  readonly name: string;
  readonly sender_role: string | null;
}

/** The remark with this id. */
export async function findRemark(reader: Reader, id: RemarkId): Promise<RemarkRow | undefined> {
  return reader<RemarkRow>('remarks').where({ id }).first();
}

/** Whether a remark like this is open. */
export async function hasRemark(reader: Reader, remark: Omit<RemarkRow, 'id' | 'made_at'>): Promise<boolean> {
  const row = await reader<RemarkRow>('remarks').where(remark).first('id');
  return row !== undefined;
}

/** Number of open remarks about a place. */
export async function countRemarks(reader: Reader, placeId: PlaceId): Promise<number> {
  return countRows(reader('remarks').where({ place_id: placeId }));
}

/** Adds a remark. */
export async function insertRemark(tx: Transactor, row: Omit<RemarkRow, 'id'>): Promise<void> {
  await tx<RemarkRow>('remarks').insert(row);
}

/** Deletes a remark. */
export async function deleteRemark(tx: Transactor, id: RemarkId): Promise<void> {
  await tx<RemarkRow>('remarks').where({ id }).delete();
}

/** The remarks about the places of a parcours that a member may change, oldest first. */
export async function listRemarks(
  reader: Reader,
  parcoursId: ParcoursId,
  accountId: UserId,
  most: number,
): Promise<ListedRemarkRow[]> {
  return onlyChangeable(reader('places'), accountId)
    .where('places.parcours_id', parcoursId)
    .leftJoin('accounts', 'accounts.id', 'remarks.sender_id')
    .orderBy('remarks.id')
    .limit(most)
    .select<ListedRemarkRow[]>('remarks.*', 'places.name', 'accounts.role as sender_role');
}

/** How many remarks a member may answer on each of their parcours; parcours without any are left out. */
export async function countRemarksFor(reader: Reader, accountId: UserId): Promise<ReadonlyMap<ParcoursId, number>> {
  const rows = await onlyChangeable(reader('places'), accountId)
    .groupBy('places.parcours_id')
    .select<{ parcours_id: ParcoursId; remarks: number }[]>('places.parcours_id', reader.raw('count(*) as remarks'));
  return new Map(rows.map(({ parcours_id, remarks }) => [parcours_id, remarks]));
}

/** Limits a query of `places` to saved ones that a member may change, with the remarks about them. */
function onlyChangeable(query: Knex.QueryBuilder, accountId: UserId): Knex.QueryBuilder {
  query.join('remarks', 'remarks.place_id', 'places.id');
  onlyVisibleToMember(query, accountId);
  onlyListed(query);
  return query
    .whereNot('memberships.privilege', 'guest')
    .where((changeable) =>
      changeable.where('places.author_id', accountId).orWhereIn('memberships.privilege', ['editor', 'admin']),
    );
}
