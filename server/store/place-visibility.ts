import type { Knex } from 'knex';
import type { UserId } from '../../contracts/vocabulary.ts';

/**
 * Decides who may see which parcours and places: the conditions of all queries that show them or serve their audio.
 *
 * Nobody sees deleted items, and these conditions leave out planned places, which `planned-places.ts` lists and
 * `place-steps.ts` orders. A hidden parcours is visible to its admins. A place that is a draft, hidden or refused, or
 * fills a planned one without audio, is visible to its author; one that waits for approval also to the parcours' editors and admins.
 */

/** An account's id, or the column of a joined table that contains it. */
type Account = UserId | Knex.Ref<string, Record<string, string>>;

/** Limits a query that joins `parcours` and one account's memberships, under this name, to what a member may see. */
export function onlyReadable(query: Knex.QueryBuilder, memberships: string): void {
  query
    .whereNull('parcours.deleted_at')
    .where((shown) => shown.whereNull('parcours.hidden_at').orWhere(`${memberships}.privilege`, 'admin'));
}

/**
 * Limits a query of `places` to those that an account may see if it is a member of their parcours. Joins `parcours`,
 * and the account's `memberships`, whose columns are null for a non-member.
 */
export function onlyVisible(query: Knex.QueryBuilder, account: Account): void {
  query
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .leftJoin('memberships', (join) => {
      join.on('memberships.parcours_id', 'places.parcours_id').andOnVal('memberships.account_id', account);
    })
    .where({ 'places.deleted_at': null, 'places.is_planned': false })
    .where((seen) =>
      seen
        .where('places.author_id', account)
        .orWhere(PUBLIC_PLACE)
        .orWhere((waiting) => waiting.where(WAITING_PLACE).whereIn('memberships.privilege', ['editor', 'admin'])),
    );
  onlyReadable(query, 'memberships');
}

/** The same, limited to parcours that the account is a member of. */
export function onlyVisibleToMember(query: Knex.QueryBuilder, account: Account): void {
  onlyVisible(query, account);
  query.whereNotNull('memberships.privilege');
}

/**
 * Limits a query of `places` that joins an account to those whose content it may see to moderate them: if it is an admin of
 * the site, all but other accounts' drafts.
 */
export function onlyModerated(query: Knex.QueryBuilder, account: Account): Knex.QueryBuilder {
  return query
    .where({ 'accounts.role': 'admin' })
    .where((seen) => seen.where({ 'places.is_draft': false }).orWhere('places.author_id', account));
}

/** Limits a query of `places` to those that at least the editors and admins of their parcours see. */
export function onlyListed(query: Knex.QueryBuilder): void {
  query.where((listed) => listed.where(PUBLIC_PLACE).orWhere(WAITING_PLACE));
}

const SAVED_PLACE = {
  'places.deleted_at': null,
  'places.hidden_at': null,
  'places.is_draft': false,
  'places.is_planned': false,
} as const;

/** The condition for places that all members of their parcours see. One that fills a planned place has its audio first. */
export const PUBLIC_PLACE = { ...SAVED_PLACE, 'places.approval': null, 'places.plan_id': null } as const;

/** The condition for places that wait for an approval. */
export const WAITING_PLACE = { ...SAVED_PLACE, 'places.approval': 'waiting' } as const;

/**
 * Limits a query of `reports` to open ones of accounts, which hide and stop what they are about. Anybody makes one
 * without an account: these could empty every page and hold every map.
 */
export function onlyHiding(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query.where({ 'reports.closed_at': null, 'reports.is_outside': false });
}
