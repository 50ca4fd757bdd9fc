import type { Knex } from 'knex';
import type { UserId } from '../../contracts/vocabulary.ts';

/**
 * Decides who may see which parcours and places: the conditions of all queries that show them or serve their audio.
 *
 * Nobody sees deleted items, and planned places are seen by `planned-places.ts` alone. A hidden parcours is visible to its admins. A place that is a draft, hidden or refused is
 * visible to its author; one that waits for approval also to the parcours' editors and admins.
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
        .orWhere((shown) =>
          shown
            .where({ 'places.is_draft': false, 'places.hidden_at': null })
            .where((approved) =>
              approved
                .whereNull('places.approval')
                .orWhere((waiting) =>
                  waiting.where('places.approval', 'waiting').whereIn('memberships.privilege', ['editor', 'admin']),
                ),
            ),
        ),
    );
  onlyReadable(query, 'memberships');
}

/** The same, limited to parcours that the account is a member of. */
export function onlyVisibleToMember(query: Knex.QueryBuilder, account: Account): void {
  onlyVisible(query, account);
  query.whereNotNull('memberships.privilege');
}

/** The condition for places that all members of their parcours see. */
export const PUBLIC_PLACE = {
  'places.deleted_at': null,
  'places.hidden_at': null,
  'places.approval': null,
  'places.is_draft': false,
  'places.is_planned': false,
} as const;
