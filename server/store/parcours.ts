import type { ParcoursId, Privilege, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of parcours. */
export interface ParcoursRow {
  readonly id: ParcoursId;
  readonly title: string;
  readonly description: string;
  readonly image_url: string | null;
  readonly created_at: string;
}

/** A row of memberships. */
export interface MembershipRow {
  readonly parcours_id: ParcoursId;
  readonly account_id: UserId;
  readonly privilege: Privilege;
  readonly joined_at: string;
}

/** A parcours together with what one member may do on it. */
export interface MemberParcoursRow extends ParcoursRow {
  readonly privilege: Privilege;
}

/** One member of a parcours, as the other members see them. */
export interface ParcoursMemberRow {
  readonly parcours_id: ParcoursId;
  readonly id: UserId;
  readonly name: string;
  readonly picture: string | null;
  readonly privilege: Privilege;
}

/** The parcours with this id. */
export async function findParcours(reader: Reader, id: ParcoursId): Promise<ParcoursRow | undefined> {
  return reader<ParcoursRow>('parcours').where({ id }).first();
}

/** What this account may do on this parcours; null for somebody who is not a member. */
export async function findPrivilege(
  reader: Reader,
  parcoursId: ParcoursId,
  accountId: UserId,
): Promise<Privilege | null> {
  const row = await reader<MembershipRow>('memberships')
    .where({ parcours_id: parcoursId, account_id: accountId })
    .first('privilege');
  return row?.privilege ?? null;
}

/** Every parcours that this account is a member of, oldest first. */
export async function listParcoursOf(reader: Reader, accountId: UserId): Promise<MemberParcoursRow[]> {
  return reader<ParcoursRow>('parcours')
    .join('memberships', 'memberships.parcours_id', 'parcours.id')
    .where('memberships.account_id', accountId)
    .orderBy('parcours.id')
    .select<MemberParcoursRow[]>('parcours.*', 'memberships.privilege');
}

/** The members of every parcours that this account is a member of, those who joined first first. */
export async function listFellowMembers(reader: Reader, accountId: UserId): Promise<ParcoursMemberRow[]> {
  return reader('memberships as own')
    .join('memberships as other', 'other.parcours_id', 'own.parcours_id')
    .join('accounts', 'accounts.id', 'other.account_id')
    .where('own.account_id', accountId)
    .orderBy(['other.joined_at', 'accounts.id'])
    .select<ParcoursMemberRow[]>(
      'other.parcours_id',
      'other.privilege',
      'accounts.id',
      'accounts.name',
      'accounts.picture',
    );
}

/** Adds a parcours, without members. */
export async function insertParcours(tx: Transactor, row: Omit<ParcoursRow, 'id'>): Promise<ParcoursId> {
  const [inserted] = await tx<ParcoursRow>('parcours').insert(row).returning('id');
  if (inserted === undefined) throw new Error('Expected the new parcours id, got no row');
  return inserted.id;
}

/** Makes somebody a member, or gives a member another privilege; the day they joined stays. */
export async function putMembership(tx: Transactor, row: MembershipRow): Promise<void> {
  await tx<MembershipRow>('memberships').insert(row).onConflict(['parcours_id', 'account_id']).merge(['privilege']);
}
