import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { bytesUploaded, bytesUploadedBy } from '../../store/media.ts';
import { isTrusted } from '../../store/roles/trust.ts';
import { AppError } from '../app-error.ts';
import type { DiskReserve } from '../disk-reserve.ts';

/** Limits the bytes that each account may store, and all together, counting what is just arriving. */
export interface Quota {
  /**
   * Reserves bytes for an upload before it arrives, so that many at once can't fill the disk before the first is stored.
   * Returns a function that releases them.
   *
   * @throws AppError `quota_exceeded`; `disk_full` if all accounts together would take more than they may.
   */
  reserve(accountId: UserId, bytes: number): Promise<() => void>;
  /**
   * The same for a repeat, which needs no more space: only what arrives at the same time counts.
   *
   * @throws AppError `quota_exceeded`; `disk_full` if the disk has no room for it while it arrives.
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

/** Limits of {@link createQuota}. */
export interface QuotaLimits {
  /** Most bytes of one account. */
  readonly accountBytes: number;
  /** Most bytes of an account for which nobody vouches; at most `accountBytes`. */
  readonly freshBytes: number;
  /** Most bytes of all accounts together; null for no limit but the disk. */
  readonly totalBytes: number | null;
}

/** Quotas for the accounts of this database, on this disk. */
export function createQuota(
  database: Database,
  { accountBytes, freshBytes, totalBytes }: QuotaLimits,
  disk: DiskReserve,
): Quota {
  const arriving = new Map<UserId, number>();
  let allArriving = 0;
  const add = (accountId: UserId, bytes: number): void => {
    const sum = (arriving.get(accountId) ?? 0) + bytes;
    if (sum === 0) arriving.delete(accountId);
    else arriving.set(accountId, sum);
    allArriving += bytes;
  };
  const hold = (accountId: UserId, bytes: number) => {
    add(accountId, bytes);
    return (): void => add(accountId, -bytes);
  };
  const expectWithin = async (reader: Reader, accountId: UserId, wouldBe: number): Promise<void> => {
    if (wouldBe <= freshBytes) return;
    const isKnown = await isTrusted(reader, accountId);
    const mostBytes = isKnown ? accountBytes : freshBytes;
    if (wouldBe <= mostBytes) return;
    const whose = isKnown ? 'this account' : 'an account for which nobody vouches';
    throw new AppError('quota_exceeded', `Expected at most ${mostBytes} bytes of uploads for ${whose}, got ${wouldBe}`);
  };
  const expectTotal = async (): Promise<void> => {
    if (totalBytes === null) return;
    const wouldBe = (await bytesUploaded(database.reader)) + allArriving;
    if (wouldBe <= totalBytes) return;
    throw new AppError('disk_full', `Expected at most ${totalBytes} bytes of uploads in all, got ${wouldBe}`);
  };
  const reserve = async (accountId: UserId, bytes: number, check: () => Promise<void>) => {
    // Before anything is read, so that each of two concurrent uploads sees the other.
    const release = hold(accountId, bytes);
    try {
      await check();
      // Of an upload in parts, what is on the disk already counts twice: the reserve is kept rather too early than too late.
      await disk.expectRoom(allArriving);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  };
  const arrivingOf = (accountId: UserId): number => arriving.get(accountId) ?? 0;
  return {
    reserve: (accountId, bytes) =>
      reserve(accountId, bytes, async () => {
        const stored = await bytesUploadedBy(database.reader, accountId);
        await expectWithin(database.reader, accountId, stored + arrivingOf(accountId));
        await expectTotal();
      }),
    reserveForRepeat: (accountId, bytes) =>
      reserve(accountId, bytes, () => expectWithin(database.reader, accountId, arrivingOf(accountId))),
    hold,
    check: async (tx, accountId) => expectWithin(tx, accountId, await bytesUploadedBy(tx, accountId)),
  };
}
