import type { Knex } from 'knex';
import type { Slug, Visibility } from '../../contracts/open-parcours.ts';
import { type ParcoursId, PRIVILEGES, type Privilege, type Role, type UserId } from '../../contracts/vocabulary.ts';
import { onlyThrowaway } from './accounts.ts';
import { countRows } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';
import { onlyReadable } from './place-visibility.ts';

/** A row of parcours. */
export interface ParcoursRow {
  readonly id: ParcoursId;
  readonly title: string;
  readonly description: string;
  readonly image_url: string | null;
  readonly created_at: string;
  /** As for a place. */
  readonly deleted_at: string | null;
  readonly is_removed: boolean | number;
  readonly hidden_at: string | null;
  /** Whether places of members who are not editors wait for approval; SQLite returns 1 and 0. */
  readonly needs_approval: boolean | number;
  /** The language of its places' names and sounds. */
  readonly language: string;
  /** JSON; null for none. */
  readonly facts: string | null;
  /** Who sees it without an account; null for members only. */
  readonly visibility: Visibility | null;
  /** Its name in public addresses; null if it was never open. */
  readonly slug: Slug | null;
}

type VisibilityColumns = Pick<ParcoursRow, 'deleted_at' | 'is_removed' | 'hidden_at' | 'needs_approval'>;
type AboutColumns = Pick<ParcoursRow, 'language' | 'facts'>;
type OpenColumns = Pick<ParcoursRow, 'visibility' | 'slug'>;

interface MembershipRow {
  readonly parcours_id: ParcoursId;
  readonly account_id: UserId;
  readonly privilege: Privilege;
  readonly joined_at: string;
}

/** A parcours with one member's privilege on it. */
export interface MemberParcoursRow extends ParcoursRow {
  readonly privilege: Privilege;
}

/** One member of a parcours. */
export interface ParcoursMemberRow {
  readonly parcours_id: ParcoursId;
  readonly id: UserId;
  readonly name: string;
  readonly picture: string | null;
  /** Their global role; sent only to people who manage the parcours. */
  readonly role: Role;
  readonly privilege: Privilege;
}

const MEMBER_COLUMNS = ['accounts.id', 'accounts.name', 'accounts.picture', 'accounts.role'] as const;

/** The parcours with this id, even if hidden, unless it is deleted. */
export async function findParcours(reader: Reader, id: ParcoursId): Promise<ParcoursRow | undefined> {
  return reader<ParcoursRow>('parcours').where({ id, deleted_at: null }).first();
}

/** The parcours with this id, even if deleted or hidden. */
export async function findAnyParcours(reader: Reader, id: ParcoursId): Promise<ParcoursRow | undefined> {
  return reader<ParcoursRow>('parcours').where({ id }).first();
}

/** This account's privilege on this parcours; null for a non-member, or if it is deleted or hidden from the account. */
export async function findPrivilege(
  reader: Reader,
  parcoursId: ParcoursId,
  accountId: UserId,
): Promise<Privilege | null> {
  const query = reader<MembershipRow>('memberships')
    .join('parcours', 'parcours.id', 'memberships.parcours_id')
    .where({ 'memberships.parcours_id': parcoursId, 'memberships.account_id': accountId })
    .first<{ privilege: Privilege } | undefined>('memberships.privilege');
  onlyReadable(query, 'memberships');
  return (await query)?.privilege ?? null;
}

/** The memberships of an account, including those of deleted or hidden parcours. */
export async function listMemberships(reader: Reader, accountId: UserId): Promise<MembershipRow[]> {
  return reader<MembershipRow>('memberships').where({ account_id: accountId });
}

/** The number of parcours that an account is a member of, including deleted or hidden ones. */
export async function countMemberships(reader: Reader, accountId: UserId): Promise<number> {
  return countRows(reader('memberships').where({ account_id: accountId }));
}

/** Every parcours that this account is a member of and may see, oldest first. */
export async function listParcoursOf(reader: Reader, accountId: UserId): Promise<MemberParcoursRow[]> {
  const query = reader<ParcoursRow>('parcours')
    .join('memberships', 'memberships.parcours_id', 'parcours.id')
    .where('memberships.account_id', accountId)
    .orderBy('parcours.id')
    .select<MemberParcoursRow[]>('parcours.*', 'memberships.privilege');
  onlyReadable(query, 'memberships');
  return query;
}

/**
 * The first `most` members of each parcours that this account is a member of, with the total number of members: highest
 * privilege first, then earliest joined. Guests of invitations are left out.
 */
export async function listFirstMembers(
  reader: Reader,
  accountId: UserId,
  most: number,
): Promise<(ParcoursMemberRow & { readonly members: number })[]> {
  const ranked = reader('memberships as own')
    .join('memberships as other', 'other.parcours_id', 'own.parcours_id')
    .join('accounts as person', 'person.id', 'other.account_id')
    .where('own.account_id', accountId)
    .whereNot((member) => onlyListeners(member, 'person', 'other'))
    .select('other.*')
    .select(
      reader.raw('row_number() over (partition by ?? order by ?, ??, ??) as place_in_list', [
        'other.parcours_id',
        mostPrivilegedFirst(reader, 'other.privilege'),
        'other.joined_at',
        'other.account_id',
      ]),
    )
    .select(reader.raw('count(*) over (partition by ??) as members', ['other.parcours_id']));
  return reader(ranked.as('ranked'))
    .join('accounts', 'accounts.id', 'ranked.account_id')
    .where('ranked.place_in_list', '<=', most)
    .orderBy(['ranked.parcours_id', 'ranked.place_in_list'])
    .select('ranked.parcours_id', 'ranked.privilege', 'ranked.members', ...MEMBER_COLUMNS);
}

/** The number of guests of invitations on each of this account's parcours; those without guests are left out. */
export async function countGuests(reader: Reader, accountId: UserId): Promise<ReadonlyMap<ParcoursId, number>> {
  const rows = await reader('memberships as own')
    .join('memberships as other', 'other.parcours_id', 'own.parcours_id')
    .join('accounts as person', 'person.id', 'other.account_id')
    .where('own.account_id', accountId)
    .where((member) => onlyListeners(member, 'person', 'other'))
    .groupBy('other.parcours_id')
    .select<{ parcours_id: ParcoursId; guests: number }[]>('other.parcours_id', reader.raw('count(*) as guests'));
  return new Map(rows.map(({ parcours_id, guests }) => [parcours_id, guests]));
}

/** The members of a parcours except the guests of its invitations, highest privilege first, then earliest joined. */
export async function listMembers(reader: Reader, parcoursId: ParcoursId): Promise<ParcoursMemberRow[]> {
  return membersOf(reader, parcoursId)
    .whereNot((member) => onlyListeners(member, 'accounts', 'memberships'))
    .orderByRaw(mostPrivilegedFirst(reader, 'memberships.privilege'))
    .orderBy(['memberships.joined_at', 'accounts.id']);
}

/** One member of a parcours; undefined for a non-member. */
export async function findMember(
  reader: Reader,
  parcoursId: ParcoursId,
  accountId: UserId,
): Promise<ParcoursMemberRow | undefined> {
  const [row] = await membersOf(reader, parcoursId).where('accounts.id', accountId);
  return row;
}

/** The members of a parcours who have the privilege admin on it. */
export async function listAdmins(reader: Reader, parcoursId: ParcoursId): Promise<ParcoursMemberRow[]> {
  return membersOf(reader, parcoursId).where('memberships.privilege', 'admin');
}

/** Adds a parcours, without members. */
export async function insertParcours(
  tx: Transactor,
  row: Omit<ParcoursRow, 'id' | keyof VisibilityColumns | keyof AboutColumns | keyof OpenColumns>,
): Promise<ParcoursId> {
  const [inserted] = await tx<ParcoursRow>('parcours').insert(row).returning('id');
  if (inserted === undefined) throw new Error('Expected the new parcours id, got no row');
  return inserted.id;
}

/** A row of parcours_words: what a parcours is called in another language. */
export interface ParcoursWordsRow {
  readonly parcours_id: ParcoursId;
  readonly language: string;
  readonly name: string;
  readonly description: string;
}

/** What a parcours is called in other languages, by language. */
export async function listParcoursWords(reader: Reader, ...ids: readonly ParcoursId[]): Promise<ParcoursWordsRow[]> {
  return reader<ParcoursWordsRow>('parcours_words').whereIn('parcours_id', ids).orderBy('language').select('*');
}

/** Replaces what a parcours is called in other languages. */
export async function setParcoursWords(
  tx: Transactor,
  parcoursId: ParcoursId,
  words: readonly Omit<ParcoursWordsRow, 'parcours_id'>[],
): Promise<void> {
  await tx<ParcoursWordsRow>('parcours_words').where({ parcours_id: parcoursId }).delete();
  if (words.length === 0) return;
  await tx<ParcoursWordsRow>('parcours_words').insert(words.map((row) => ({ ...row, parcours_id: parcoursId })));
}

/** Adds a member, or changes a member's privilege without changing `joined_at`. */
export async function putMembership(tx: Transactor, row: MembershipRow): Promise<void> {
  await tx<MembershipRow>('memberships').insert(row).onConflict(['parcours_id', 'account_id']).merge(['privilege']);
}

/** Changes a parcours' texts, image, facts, settings or visibility. */
export async function updateParcours(
  tx: Transactor,
  id: ParcoursId,
  change: Partial<
    Pick<ParcoursRow, 'title' | 'description' | 'image_url'> & VisibilityColumns & AboutColumns & OpenColumns
  >,
): Promise<void> {
  await tx<ParcoursRow>('parcours').where({ id }).update(change);
}

/** Deletes a parcours permanently, with its places, memberships, invitations and bundle entries. */
export async function deleteParcours(tx: Transactor, id: ParcoursId): Promise<void> {
  await tx<ParcoursRow>('parcours').where({ id }).delete();
}

/** Ends a membership. */
export async function deleteMembership(tx: Transactor, parcoursId: ParcoursId, accountId: UserId): Promise<void> {
  await tx<MembershipRow>('memberships').where({ parcours_id: parcoursId, account_id: accountId }).delete();
}

/** Limits a query, whose tables have these names, to accounts with the privilege guest that are throwaway. */
function onlyListeners(query: Knex.QueryBuilder, accounts: string, memberships: string): void {
  onlyThrowaway(query, accounts);
  query.where(`${memberships}.privilege`, 'guest');
}

function membersOf(reader: Reader, parcoursId: ParcoursId) {
  return reader('memberships')
    .join('accounts', 'accounts.id', 'memberships.account_id')
    .where('memberships.parcours_id', parcoursId)
    .select<ParcoursMemberRow[]>('memberships.parcours_id', 'memberships.privilege', ...MEMBER_COLUMNS);
}

/** An ORDER BY expression for a column of privileges, highest first. */
function mostPrivilegedFirst(reader: Reader, column: string) {
  const cases = PRIVILEGES.map((_, rank) => `when ? then ${-rank}`).join(' ');
  return reader.raw(`case ?? ${cases} end`, [column, ...PRIVILEGES]);
}
