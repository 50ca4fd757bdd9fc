import { onlyThrowaway } from './accounts.ts';
import type { Transactor } from './database.ts';

/** Conditions for an unused guest; times are ISO 8601 in UTC. */
export interface Unused {
  /** The account is older than this, and has sent no event since. */
  readonly since: string;
  /** None of its sessions lasts longer than this. */
  readonly sessionsUntil: string;
}

/** Deletes the throwaway accounts that are unused and members of no parcours, and returns their number. */
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
