import { randomUUID } from 'node:crypto';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Database, Reader, Subjects, Transactor } from '../../store/database.ts';
import { bytesUploaded } from '../../store/media.ts';
import { isTrusted } from '../../store/role-requests.ts';
import {
  deleteAllArriving,
  deleteArriving,
  deleteArrivingUntil,
  extendArriving,
  insertArriving,
  sumArriving,
  sumUnfinished,
} from '../../store/uploads.ts';
import { AppError } from '../app-error.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import type { DiskReserve } from '../disk-reserve.ts';

/** Days after which an unfinished upload in parts is deleted: a week's holiday without a network. */
export const UNFINISHED_UPLOAD_DAYS = 7;

/** How long bytes stay reserved without an extension by their server, which may have been killed. */
export const RESERVED_MS = 60_000;
/** How often a server extends its reservations. */
export const EXTEND_EACH_MS = 15_000;
/** Age of the last extension after which reservations are deleted: until then a server that hung may return. */
const FORGOTTEN_MS = 3_600_000;

/** Releases reserved bytes. */
export type Release = () => Promise<void>;

/**
 * Limits the bytes that each account may store, and all accounts together, including bytes that are arriving at any of
 * the servers and bytes that uploads in parts have announced.
 */
export interface Quota {
  /**
   * Reserves bytes for an upload before it arrives, so that simultaneous uploads can't fill the disk.
   * @throws AppError `quota_exceeded`; `disk_full` if all accounts together would exceed their limit.
   */
  reserve(accountId: UserId, bytes: number): Promise<Release>;
  /**
   * Reserves bytes for a repeated upload: it needs no additional space, so only what arrives at the same time counts.
   * @throws AppError `quota_exceeded`; `disk_full` if the disk has no room for it while it arrives.
   */
  reserveForRepeat(accountId: UserId, bytes: number): Promise<Release>;
  /** Returns the subjects of a transaction that calls {@link expectFits}. */
  about(accountId: UserId): Subjects | undefined;
  /**
   * Checks an upload in parts in the transaction that has noted it: an unfinished upload is a reservation.
   * @throws AppError `quota_exceeded`, `disk_full` as above, except for what only the disk knows.
   */
  expectFits(tx: Transactor, accountId: UserId, isRepeat: boolean): Promise<void>;
  /** Checks that this server's disk has room for everything that is arriving. @throws AppError `disk_full`. */
  expectRoom(): Promise<void>;
  /** Checks again, in the transaction that stores an upload. @throws AppError `quota_exceeded`. */
  check(tx: Reader, accountId: UserId): Promise<void>;
  /** Deletes the reservations of servers that no longer run. */
  deleteForgotten(): Promise<void>;
  /** Stops extending this server's reservations. */
  close(): Promise<void>;
}

/** Limits of {@link openQuota}. */
export interface QuotaLimits {
  /** Maximum bytes of one account. */
  readonly accountBytes: number;
  /** Maximum bytes of an account for which nobody vouches; at most `accountBytes`. */
  readonly freshBytes: number;
  /** Maximum bytes of all accounts together; null for no limit but the disk. */
  readonly totalBytes: number | null;
}

interface QuotaParts {
  readonly database: Database;
  readonly limits: QuotaLimits;
  readonly disk: DiskReserve;
  /** Whether the parts of uploads are on this server's disk. */
  readonly hasPartsOnDisk: boolean;
  readonly clock: Clock;
  /** Called if this server's reservations can't be extended in the database. */
  readonly onFailure: (error: unknown) => void;
}

/** Opens the quotas for the accounts of this database. The caller closes them. */
export async function openQuota(parts: QuotaParts): Promise<Quota> {
  const { database, limits, disk, hasPartsOnDisk, clock, onFailure } = parts;
  const { accountBytes, freshBytes, totalBytes } = limits;
  /** The reservations of this server, in bytes by the ids of the rows. */
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
    const wouldBe = (await bytesUploaded(reader, null)) + (await arriving(reader));
    if (wouldBe <= totalBytes) return;
    throw new AppError('disk_full', `Expected at most ${totalBytes} bytes of uploads in all, got ${wouldBe}`);
  };

  // A total limit must be checked by one transaction at a time.
  const about = (account: UserId): Subjects | undefined => (totalBytes === null ? { account } : undefined);

  const expectFits = async (tx: Transactor, accountId: UserId, isRepeat: boolean): Promise<void> => {
    const stored = isRepeat ? 0 : await bytesUploaded(tx, accountId);
    await expectWithin(tx, accountId, stored + (await arriving(tx, accountId)));
    if (!isRepeat) await expectTotal(tx);
  };

  // The received bytes of an upload in parts count twice, which protects the reserve early rather than late.
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

  // A database that is a file has no other server: its reservations are left over from an earlier run.
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
    check: async (tx, accountId) => expectWithin(tx, accountId, await bytesUploaded(tx, accountId)),
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
