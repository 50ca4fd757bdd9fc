import type { Database } from '../../store/database.ts';
import type { ErasedList, ErasureRow } from '../../store/erasures.ts';
import { listUnfinishedOf } from '../../store/uploads.ts';
import { type Clock, stamp } from '../clock.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import { eraseAccount, type ToErase } from './erase-account.ts';

/** The dependencies of {@link runErasure}. */
export interface ErasureParts {
  readonly database: Database;
  readonly erased: ErasedList;
  readonly played: PlayedMedia;
  /** Deletes the received bytes of uploads in parts. */
  readonly removeParts: (uploadIds: readonly string[]) => Promise<void>;
  /** Called with each failure after the account was deleted. Housekeeping and the next start repeat that step. */
  readonly onFailure: (error: unknown) => void;
  readonly clock: Clock;
}

/** Deletes an account with its rows, files and unfinished uploads, and notes it in the list of erased accounts. */
export async function runErasure(
  { database, erased, played, removeParts, onFailure, clock }: ErasureParts,
  toErase: Omit<ToErase, 'at'>,
): Promise<ErasureRow> {
  const { row, uploadIds } = await played.release(async (tx) => {
    const uploads = await listUnfinishedOf(tx, toErase.id, '');
    const { result: row, ...released } = await eraseAccount(tx, clock, { ...toErase, at: stamp(clock) });
    return { ...released, result: { row, uploadIds: uploads.map(({ id }) => id) } };
  });
  const rest: (() => Promise<unknown>)[] = [() => erased.add(row), () => removeParts(uploadIds), database.emptyLog];
  for (const finish of rest) {
    // The account is already deleted, so that no later failure may fail the call.
    await finish().catch(onFailure);
  }
  return row;
}
