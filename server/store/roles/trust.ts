import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../database.ts';

/**
 * Whether somebody vouches for an account: its role is editor or admin, or it is linked to Google, or its address was
 * verified, or it may drop on a parcours of which another account is admin for whom that holds. Trust comes from such an account in the end, so accounts
 * that invite one another don't gain any.
 */
export async function isTrusted(reader: Reader, accountId: UserId): Promise<boolean> {
  const vouching = reader('reached')
    .join('memberships as own', 'own.account_id', 'reached.id')
    .join('memberships as other', 'other.parcours_id', 'own.parcours_id')
    .join('parcours', 'parcours.id', 'own.parcours_id')
    .whereNull('parcours.deleted_at')
    .whereNot('own.privilege', 'guest')
    .where('other.privilege', 'admin')
    .select('other.account_id');
  const row: unknown = await reader
    .withRecursive('reached', ['id'], reader('accounts').where({ id: accountId }).select('id').union(vouching))
    .from('reached')
    .join('accounts', 'accounts.id', 'reached.id')
    .where((trusted) =>
      trusted
        .whereIn('accounts.role', ['editor', 'admin'])
        .orWhereNotNull('accounts.google_subject')
        .orWhereNotNull('accounts.email_verified_at'),
    )
    .first('accounts.id');
  return row !== undefined;
}
