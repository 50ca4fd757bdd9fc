import type { Knex } from 'knex';
import type { UserId } from '../../../contracts/vocabulary.ts';

/**
 * Who may see which parcours and places: the one condition of all queries that show them, or give their audio.
 *
 * What is deleted, nobody sees. A hidden parcours is seen by its admins. A place that is a draft, is hidden or was refused is
 * seen by its author; one that waits for an approval also by the parcours' editors and admins.
 */

/** An account by its id, or the column of a joined table that has it. */
type Account = UserId | Knex.Ref<string, Record<string, string>>;

/**
 * Keeps of a query those parcours that a member may see.
 *
 * @param query joins `parcours`, and the memberships of one account.
 * @param memberships name of the table of memberships in the query.
 */
export function onlyReadable(query: Knex.QueryBuilder, memberships: string): void {
  query
    .whereNull('parcours.deleted_at')
    .where((shown) => shown.whereNull('parcours.hidden_at').orWhere(`${memberships}.privilege`, 'admin'));
}

/**
 * Keeps of a query of `places` those that an account may see if it is a member of their parcours. Joins `parcours`, and the
 * account's `memberships`, whose columns are null for a non-member.
 */
export function onlyVisible(query: Knex.QueryBuilder, account: Account): void {
  query
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .leftJoin('memberships', (join) => {
      join.on('memberships.parcours_id', 'places.parcours_id').andOnVal('memberships.account_id', account);
    })
    .whereNull('places.deleted_at')
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

/** The same, of parcours that the account is a member of. */
export function onlyVisibleToMember(query: Knex.QueryBuilder, account: Account): void {
  onlyVisible(query, account);
  query.whereNotNull('memberships.privilege');
}

/** What holds of the places that all members of their parcours see. */
export const PUBLIC_PLACE = {
  'places.deleted_at': null,
  'places.hidden_at': null,
  'places.approval': null,
  'places.is_draft': false,
} as const;
