import { onlyThrowaway } from '../accounts.ts';
import type { Transactor } from '../database.ts';

/** What an unused guest did not do; moments are ISO 8601 in UTC. */
export interface Unused {
  /** The account is from before this, and sent no event since. */
  readonly since: string;
  /** None of its sessions lasts longer than this. */
  readonly sessionsUntil: string;
}

/** Deletes the throwaway accounts that are members of nothing and that nobody has used, and returns their number. */
export async function deleteUnusedGuests(tx: Transactor, { since, sessionsUntil }: Unused): Promise<number> {
  const ofAccount = { account_id: tx.ref('accounts.id') };
  return tx('accounts')
    .where((account) => onlyThrowaway(account, 'accounts'))
    .where('accounts.created_at', '<', since)
    .whereNotExists(tx('memberships').where(ofAccount).select('account_id'))
    .whereNotExists(tx('sessions').where(ofAccount).where('expires_at', '>', sessionsUntil).select('id'))
    .whereNotExists(tx('events').where(ofAccount).where('received_at', '>=', since).select('id'))
    .delete();
}
