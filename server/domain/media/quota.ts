import { randomUUID } from 'node:crypto';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Database, Reader, Subjects, Transactor } from '../../store/database.ts';
import { bytesUploaded, bytesUploadedBy } from '../../store/media.ts';
import { isTrusted } from '../../store/roles/trust.ts';
import {
  deleteAllArriving,
  deleteArriving,
  deleteArrivingUntil,
  extendArriving,
  insertArriving,
  sumArriving,
} from '../../store/uploads/arriving-bytes.ts';
import { sumUnfinished } from '../../store/uploads/unfinished.ts';
import { AppError } from '../app-error.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import type { DiskReserve } from '../disk-reserve.ts';

/** Days after which an unfinished upload in parts is deleted: a week's holiday without a network. */
export const UNFINISHED_UPLOAD_DAYS = 7;

/** How long bytes stay reserved without a word of their server, which may have been killed. */
export const RESERVED_MS = 60_000;
/** How often a server says that it is there. */
export const EXTEND_EACH_MS = 15_000;
/** After so long without a word they are deleted: until then a server that hung may come back to them. */
const FORGOTTEN_MS = 3_600_000;

/** Gives reserved bytes back. */
export type Release = () => Promise<void>;

/**
 * Limits the bytes that each account may store, and all together, counting what is just arriving at any of the servers and
 * what uploads in parts have announced.
 */
export interface Quota {
  /**
   * Reserves bytes for an upload before it arrives, so that many at once can't fill the disk before the first is stored.
   *
   * @throws AppError `quota_exceeded`; `disk_full` if all accounts together would take more than they may.
   */
  reserve(accountId: UserId, bytes: number): Promise<Release>;
  /**
   * The same for a repeat, which needs no more space: only what arrives at the same time counts.
   *
   * @throws AppError `quota_exceeded`; `disk_full` if the disk has no room for it while it arrives.
   */
  reserveForRepeat(accountId: UserId, bytes: number): Promise<Release>;
  /** What a transaction with {@link expectFits} is about. */
  about(accountId: UserId): Subjects | undefined;
  /**
   * Checks an upload in parts, in the transaction that notes it and after that: an unfinished upload is a reservation.
   *
   * @throws AppError `quota_exceeded`, `disk_full` as above, but for what only the disk knows.
   */
  expectFits(tx: Transactor, accountId: UserId, isRepeat: boolean): Promise<void>;
  /** Checks that this server's disk has room for all that is arriving. @throws AppError `disk_full`. */
  expectRoom(): Promise<void>;
  /**
   * Checks again, in the transaction that stores an upload.
   *
   * @throws AppError `quota_exceeded`.
   */
  check(tx: Reader, accountId: UserId): Promise<void>;
  /** Deletes what servers had reserved that are gone. */
  deleteForgotten(): Promise<void>;
  /** Stops saying that this server is there. */
  close(): Promise<void>;
}

/** Limits of {@link openQuota}. */
export interface QuotaLimits {
  /** Most bytes of one account. */
  readonly accountBytes: number;
  /** Most bytes of an account for which nobody vouches; at most `accountBytes`. */
  readonly freshBytes: number;
  /** Most bytes of all accounts together; null for no limit but the disk. */
  readonly totalBytes: number | null;
}

/** What {@link openQuota} works with. */
export interface QuotaParts {
  readonly database: Database;
  readonly limits: QuotaLimits;
  readonly disk: DiskReserve;
  /** Whether the parts of uploads are on this server's disk. */
  readonly hasPartsOnDisk: boolean;
  readonly clock: Clock;
  /** Called where the database can't be told that this server is there. */
  readonly onFailure: (error: unknown) => void;
}

/** Opens the quotas for the accounts of this database. The caller closes them. */
export async function openQuota(parts: QuotaParts): Promise<Quota> {
  const { database, limits, disk, hasPartsOnDisk, clock, onFailure } = parts;
  const { accountBytes, freshBytes, totalBytes } = limits;
  /** What this server has reserved, in bytes by the ids of the rows. */
  const held = new Map<string, number>();

  const unfinishedSince = (): string => daysAgo(clock, UNFINISHED_UPLOAD_DAYS);
  const later = (): string => stamp(() => clock() + RESERVED_MS);
  const arriving = async (reader: Reader, accountId?: UserId): Promise<number> =>
    (await sumArriving(reader, stamp(clock), accountId)) + (await sumUnfinished(reader, unfinishedSince(), accountId));

  const expectWithin = async (reader: Reader, accountId: UserId, wouldBe: number): Promise<void> => {
    const own = (await findAccount(reader, accountId))?.quota_bytes ?? null;
    if (own !== null) {
      if (wouldBe <= own) return;
      throw new AppError('quota_exceeded', `Expected at most ${own} bytes of uploads for this account, got ${wouldBe}`);
    }
    if (wouldBe <= freshBytes) return;
    const isKnown = await isTrusted(reader, accountId);
    const mostBytes = isKnown ? accountBytes : freshBytes;
    if (wouldBe <= mostBytes) return;
    const whose = isKnown ? 'this account' : 'an account for which nobody vouches';
    throw new AppError('quota_exceeded', `Expected at most ${mostBytes} bytes of uploads for ${whose}, got ${wouldBe}`);
  };

  const expectTotal = async (reader: Reader): Promise<void> => {
    if (totalBytes === null) return;
    const wouldBe = (await bytesUploaded(reader)) + (await arriving(reader));
    if (wouldBe <= totalBytes) return;
    throw new AppError('disk_full', `Expected at most ${totalBytes} bytes of uploads in all, got ${wouldBe}`);
  };

  // What all accounts have together is decided by one transaction at a time.
  const about = (account: UserId): Subjects | undefined => (totalBytes === null ? { account } : undefined);

  const expectFits = async (tx: Transactor, accountId: UserId, isRepeat: boolean): Promise<void> => {
    const stored = isRepeat ? 0 : await bytesUploadedBy(tx, accountId);
    await expectWithin(tx, accountId, stored + (await arriving(tx, accountId)));
    if (!isRepeat) await expectTotal(tx);
  };

  // Of an upload in parts, what is on the disk already counts twice: the reserve is kept rather too early than too late.
  const expectRoom = async (): Promise<void> => {
    let bytes = hasPartsOnDisk ? await sumUnfinished(database.reader, unfinishedSince()) : 0;
    for (const each of held.values()) bytes += each;
    await disk.expectRoom(bytes);
  };

  const reserve = async (accountId: UserId, bytes: number, isRepeat: boolean): Promise<Release> => {
    const id = randomUUID();
    await database.transact(async (tx) => {
      await insertArriving(tx, { id, account_id: accountId, size_bytes: bytes, until: later() });
      await expectFits(tx, accountId, isRepeat);
    }, about(accountId));
    held.set(id, bytes);
    const release = async (): Promise<void> => {
      if (held.delete(id)) await database.transact((tx) => deleteArriving(tx, id), { account: accountId });
    };
    try {
      await expectRoom();
    } catch (error) {
      await release();
      throw error;
    }
    return release;
  };

  const extend = async (): Promise<void> => {
    if (held.size > 0)
      await database.transact((tx) => extendArriving(tx, [...held.keys()], later()), { lease: 'arriving' });
  };

  // Nobody else reserves in a database that is a file.
  if (database.dialect === 'sqlite') await database.transact(deleteAllArriving);
  let extending = Promise.resolve();
  const timer = setInterval(() => {
    extending = extending.then(extend).catch(onFailure);
  }, EXTEND_EACH_MS).unref();

  return {
    reserve: (accountId, bytes) => reserve(accountId, bytes, false),
    reserveForRepeat: (accountId, bytes) => reserve(accountId, bytes, true),
    about,
    expectFits,
    expectRoom,
    check: async (tx, accountId) => expectWithin(tx, accountId, await bytesUploadedBy(tx, accountId)),
    deleteForgotten: async () => {
      await database.transact((tx) =>
        deleteArrivingUntil(
          tx,
          stamp(() => clock() - FORGOTTEN_MS),
        ),
      );
    },
    close: async () => {
      clearInterval(timer);
      await extending;
    },
  };
}
