import { type AccountRow, onlyThrowaway } from './accounts.ts';
import type { Reader } from './database.ts';
import { type OverviewQuery, pageOf } from './overview-page.ts';

/** An account with its totals. */
export interface AccountOverviewRow
  extends Pick<AccountRow, 'id' | 'name' | 'email' | 'role' | 'created_at' | 'suspended_at' | 'quota_bytes'> {
  /** When it was last used, to the day; null if that was never recorded. */
  readonly active_at: string | null;
  /** The last use of its sessions; null without sessions. */
  readonly session_used_at: string | null;
  readonly maps: number;
  /** Bytes of its audio and images; null for none. */
  readonly audio_bytes: number | null;
  readonly image_bytes: number | null;
}

/** Accounts that match the query by name or email, newest first, without the throwaway accounts of guests. */
export async function listAccountOverview(
  reader: Reader,
  query: OverviewQuery,
  most: number,
): Promise<AccountOverviewRow[]> {
  const account = reader.ref('accounts.id');
  const rows = reader('accounts')
    .whereNot((account) => onlyThrowaway(account, 'accounts'))
    .select(
      'accounts.id',
      'accounts.name',
      'accounts.email',
      'accounts.role',
      'accounts.created_at',
      'accounts.suspended_at',
      'accounts.quota_bytes',
      'accounts.active_at',
      reader('sessions').where({ account_id: account }).max('used_at').as('session_used_at'),
      reader('memberships').where({ account_id: account }).count('*').as('maps'),
      reader('media').where({ uploader_id: account }).sum('size_bytes').as('audio_bytes'),
      reader('images').where({ uploader_id: account }).sum('size_bytes').as('image_bytes'),
    );
  return pageOf(rows, 'accounts', ['name', 'email'], query, most);
}
