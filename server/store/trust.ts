import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader } from './database.ts';

/** Whether an account is trusted: see {@link trustedAmong}. */
export async function isTrusted(reader: Reader, accountId: UserId): Promise<boolean> {
  return (await trustedAmong(reader, [accountId])).has(accountId);
}

/**
 * Those of the accounts that are trusted: their role is editor or admin, or they are linked to Google, or their email
 * was verified, or they may drop on a parcours of which another trusted account is admin. A chain of trust always ends
 * at an account of the first three kinds, so accounts that invite each other don't gain any.
 */
export async function trustedAmong(reader: Reader, accountIds: readonly UserId[]): Promise<Set<UserId>> {
  const vouching = reader('reached')
    .join('memberships as own', 'own.account_id', 'reached.id')
    .join('memberships as other', 'other.parcours_id', 'own.parcours_id')
    .join('parcours', 'parcours.id', 'own.parcours_id')
    .whereNull('parcours.deleted_at')
    .whereNot('own.privilege', 'guest')
    .where('other.privilege', 'admin')
    .select('reached.root', 'other.account_id');
  const roots = reader('accounts').whereIn('id', accountIds).select('id as root', 'id').union(vouching);
  const rows: { readonly root: UserId }[] = await reader
    .withRecursive('reached', ['root', 'id'], roots)
    .from('reached')
    .join('accounts', 'accounts.id', 'reached.id')
    .where((trusted) =>
      trusted
        .whereIn('accounts.role', ['editor', 'admin'])
        .orWhereNotNull('accounts.google_subject')
        .orWhereNotNull('accounts.email_verified_at'),
    )
    .distinct('reached.root');
  return new Set(rows.map(({ root }) => root));
}
