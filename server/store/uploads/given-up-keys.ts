import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../database.ts';

/** A row of `given_up_keys`: the key of an abandoned upload. */
interface GivenUpRow {
  readonly account_id: UserId;
  readonly key: string;
  /** The key is refused until then. */
  readonly until: string;
}

/** Whether one of an account's keys is refused at this time. */
export async function isOneGivenUp(
  reader: Reader,
  accountId: UserId,
  keys: readonly string[],
  time: string,
): Promise<boolean> {
  if (keys.length === 0) return false;
  const row = await reader<GivenUpRow>('given_up_keys')
    .where({ account_id: accountId })
    .whereIn('key', keys)
    .andWhere('until', '>', time)
    .first('key');
  return row !== undefined;
}

/** Refuses a key until the given time. */
export async function putGivenUp(tx: Transactor, row: GivenUpRow): Promise<void> {
  await tx<GivenUpRow>('given_up_keys').insert(row).onConflict(['account_id', 'key']).merge(['until']);
}

/** Deletes the keys whose refusal ended at this time or before. */
export async function deleteGivenUpUntil(tx: Transactor, time: string): Promise<void> {
  await tx<GivenUpRow>('given_up_keys').where('until', '<=', time).delete();
}
