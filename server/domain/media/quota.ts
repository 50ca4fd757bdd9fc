import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { bytesUploadedBy } from '../../store/media.ts';
import { AppError } from '../app-error.ts';

/** What one account may keep on the disk, and what of it is arriving just now. */
export interface Quota {
  /**
   * Sets bytes aside for an upload that is about to arrive, so that many at once can't fill the disk before the first of
   * them is noted. Returns what gives them back.
   *
   * @throws AppError `quota_exceeded`.
   */
  reserve(accountId: UserId, bytes: number): Promise<() => void>;
  /**
   * The same for what will not be kept, since it was before: only what arrives at once is held to the quota.
   *
   * @throws AppError `quota_exceeded`.
   */
  reserveForRepeat(accountId: UserId, bytes: number): Promise<() => void>;
  /** The same for what was let in already and is still arriving: nothing is refused. */
  hold(accountId: UserId, bytes: number): () => void;
  /**
   * Looks again in the transaction that notes an upload.
   *
   * @throws AppError `quota_exceeded`.
   */
  check(tx: Reader, accountId: UserId): Promise<void>;
}

/** A quota of so many bytes for each account of this database. */
export function createQuota(database: Database, quotaBytes: number): Quota {
  const arriving = new Map<UserId, number>();
  const add = (accountId: UserId, bytes: number): void => {
    const sum = (arriving.get(accountId) ?? 0) + bytes;
    if (sum === 0) arriving.delete(accountId);
    else arriving.set(accountId, sum);
  };
  const refuse = (wouldBe: number): never => {
    throw new AppError('quota_exceeded', `Your uploads may take ${quotaBytes} bytes, and would take ${wouldBe}`);
  };
  const reserve = async (accountId: UserId, bytes: number, keptBytes: () => Promise<number>) => {
    // Before the kept bytes are asked for: of two at once, each then sees the other.
    add(accountId, bytes);
    const release = (): void => add(accountId, -bytes);
    try {
      const kept = await keptBytes();
      const wouldBe = kept + (arriving.get(accountId) ?? 0);
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
    hold: (accountId, bytes) => {
      add(accountId, bytes);
      return () => add(accountId, -bytes);
    },
    check: async (tx, accountId) => {
      const kept = await bytesUploadedBy(tx, accountId);
      if (kept > quotaBytes) refuse(kept);
    },
  };
}
