import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { bytesUploadedBy } from '../../store/media.ts';
import { AppError } from '../app-error.ts';

/** Limits the bytes that each account may store, counting what is just arriving. */
export interface Quota {
  /**
   * Reserves bytes for an upload before it arrives, so that many at once can't fill the disk before the first is stored.
   * Returns a function that releases them.
   *
   * @throws AppError `quota_exceeded`.
   */
  reserve(accountId: UserId, bytes: number): Promise<() => void>;
  /**
   * The same for a repeat, which needs no more space: only what arrives at the same time counts.
   *
   * @throws AppError `quota_exceeded`.
   */
  reserveForRepeat(accountId: UserId, bytes: number): Promise<() => void>;
  /** The same for an upload that was reserved before: never refused. */
  hold(accountId: UserId, bytes: number): () => void;
  /**
   * Checks again, in the transaction that stores an upload.
   *
   * @throws AppError `quota_exceeded`.
   */
  check(tx: Reader, accountId: UserId): Promise<void>;
}

/** A quota of `quotaBytes` for each account of this database. */
export function createQuota(database: Database, quotaBytes: number): Quota {
  const arriving = new Map<UserId, number>();
  const add = (accountId: UserId, bytes: number): void => {
    const sum = (arriving.get(accountId) ?? 0) + bytes;
    if (sum === 0) arriving.delete(accountId);
    else arriving.set(accountId, sum);
  };
  const hold = (accountId: UserId, bytes: number) => {
    add(accountId, bytes);
    return (): void => add(accountId, -bytes);
  };
  const refuse = (wouldBe: number): never => {
    throw new AppError(
      'quota_exceeded',
      `Expected at most ${quotaBytes} bytes of uploads for this account, got ${wouldBe}`,
    );
  };
  const reserve = async (accountId: UserId, bytes: number, storedBytes: () => Promise<number>) => {
    // Before the stored bytes are read, so that each of two concurrent uploads sees the other.
    const release = hold(accountId, bytes);
    try {
      const stored = await storedBytes();
      const wouldBe = stored + (arriving.get(accountId) ?? 0);
      if (wouldBe > quotaBytes) refuse(wouldBe);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  };
  return {
    reserve: (accountId, bytes) => reserve(accountId, bytes, () => bytesUploadedBy(database.reader, accountId)),
    reserveForRepeat: (accountId, bytes) => reserve(accountId, bytes, async () => 0),
    hold,
    check: async (tx, accountId) => {
      const stored = await bytesUploadedBy(tx, accountId);
      if (stored > quotaBytes) refuse(stored);
    },
  };
}
