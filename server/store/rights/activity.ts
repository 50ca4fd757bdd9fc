import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../database.ts';

/** An account that was not used for long. */
export interface InactiveRow {
  readonly id: UserId;
  readonly email: string;
  /** When it was last used, ISO 8601 in UTC. */
  readonly active_at: string;
  /** When its owner was warned, since then; null if they were not. */
  readonly warned_at: string | null;
}

/** Notes that an account is used: a warning of before is over. */
export async function noteActivity(tx: Transactor, id: UserId, now: string): Promise<void> {
  await tx('accounts').where({ id }).update({ active_at: now, warned_at: null });
}

/** Notes that somebody was warned. */
export async function noteWarning(tx: Transactor, id: UserId, now: string): Promise<void> {
  await tx('accounts').where({ id }).update({ warned_at: now });
}

/** The accounts that were last used before this time, by id. */
export async function listInactive(reader: Reader, before: string): Promise<InactiveRow[]> {
  const last = reader.raw('coalesce(??, ??)', ['active_at', 'created_at']);
  return reader('accounts')
    .where(last, '<', before)
    .orderBy('id')
    .select<InactiveRow[]>('id', 'email', 'warned_at', reader.raw('? as ??', [last, 'active_at']));
}
