import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../database.ts';
import { someAtOnce } from '../some-ids.ts';

/** A row of `arriving_bytes`: the bytes reserved for an arriving upload. */
export interface ArrivingRow {
  readonly id: string;
  readonly account_id: UserId;
  readonly size_bytes: number;
  /** The reservation expires then, unless its server extends it. */
  readonly until: string;
}

/** Adds a reservation. */
export async function insertArriving(tx: Transactor, row: ArrivingRow): Promise<void> {
  await tx<ArrivingRow>('arriving_bytes').insert(row);
}

/** Extends these reservations. */
export async function extendArriving(tx: Transactor, ids: readonly string[], until: string): Promise<void> {
  for (const some of someAtOnce(ids)) {
    await tx<ArrivingRow>('arriving_bytes').whereIn('id', some).update({ until });
  }
}

/** Deletes a reservation. */
export async function deleteArriving(tx: Transactor, id: string): Promise<void> {
  await tx<ArrivingRow>('arriving_bytes').where({ id }).delete();
}

/** Deletes all reservations. */
export async function deleteAllArriving(tx: Transactor): Promise<void> {
  await tx<ArrivingRow>('arriving_bytes').delete();
}

/** Deletes the reservations that expired at this time or before. */
export async function deleteArrivingUntil(tx: Transactor, time: string): Promise<void> {
  await tx<ArrivingRow>('arriving_bytes').where('until', '<=', time).delete();
}

/** The bytes reserved at this time, of one account or of all. */
export async function sumArriving(reader: Reader, time: string, accountId?: UserId): Promise<number> {
  const rows: { size_bytes: number | null }[] = await reader('arriving_bytes')
    .where('until', '>', time)
    .modify((query) => {
      if (accountId !== undefined) query.andWhere({ account_id: accountId });
    })
    .sum({ size_bytes: 'size_bytes' });
  return rows[0]?.size_bytes ?? 0;
}
