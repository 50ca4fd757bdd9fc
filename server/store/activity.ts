import type { Role, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** An account that was not used for a long time. */
export interface InactiveRow {
  readonly id: UserId;
  readonly email: string;
  readonly role: Role;
  /** When it was last used, ISO 8601 in UTC. */
  readonly active_at: string;
  /** When its owner was warned, if after the last use; otherwise null. */
  readonly warned_at: string | null;
}

/** Records a use of an account, which cancels an earlier warning. */
export async function noteActivity(tx: Transactor, id: UserId, now: string): Promise<void> {
  await tx('accounts').where({ id }).update({ active_at: now, warned_at: null });
}

/** Records that an account's owner was warned. */
export async function noteWarning(tx: Transactor, id: UserId, now: string): Promise<void> {
  await tx('accounts').where({ id }).update({ warned_at: now });
}

/** The accounts that were last used before this time, by id. */
export async function listInactive(reader: Reader, before: string): Promise<UserId[]> {
  return reader('accounts').where(lastUse(reader), '<', before).orderBy('id').pluck('id');
}

/** This account, if it was last used before this time. */
export async function findInactive(reader: Reader, id: UserId, before: string): Promise<InactiveRow | undefined> {
  const last = lastUse(reader);
  const [row] = await reader('accounts')
    .where({ id })
    .where(last, '<', before)
    .select<InactiveRow[]>('id', 'email', 'role', 'warned_at', reader.raw('? as ??', [last, 'active_at']));
  return row;
}

function lastUse(reader: Reader) {
  return reader.raw('coalesce(??, ??)', ['active_at', 'created_at']);
}
