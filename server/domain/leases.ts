import type { ServerRun } from '../store/data-dir.ts';
import type { Database, Reader, Transactor } from '../store/database.ts';
import {
  changeLease,
  deleteLease,
  deleteLeasesBefore,
  type FreeNow,
  freeLeases,
  type LeaseKind,
  type LeaseName,
  type LeaseRow,
  lockLease,
  renewLease,
} from '../store/leases.ts';
import { type Clock, DAY_MS, daysAgo, stamp } from './clock.ts';

/** Duration of a lease that is not renewed: afterwards another server takes over the work of a killed server. */
export const LEASE_MS = 60_000;
const RENEW_MS = LEASE_MS / 4;

/** Unfinished attempts that are attributed to deployments and power cuts; after more, the work itself is suspected. */
const UNSUSPECTED_ATTEMPTS = 2;
/** First wait of suspected work, and the uptime that a server needs to take it. Each later wait is twice as long. */
export const SUSPECT_WAIT_MS = 10_000;
/** Unfinished attempts after which work is given up: twelve servers have ended during it, within three hours. */
export const UNFINISHED_MAX = 12;

/** Wait after the first failure. Each later wait is six times as long, because a full disk stays full. */
const RETRY_MS = 10 * 60_000;
const RETRY_GROWTH = 6;
const RETRY_GROWTHS_MAX = 4;
/** Longer than any wait: a later end was written by a clock that has been set back since. */
const WAIT_MAX_MS = 10 * DAY_MS;

/** Days for which rows of work that was given up, or no longer exists, are retained. */
const RETAINED_DAYS = 30;

/** Another server already works on it: this server was too slow to renew its lease. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Work that only this server does, until it ends the lease or loses it. */
export interface Lease {
  readonly subject: string;
  /** Earlier attempts whose server ended before they did: it was killed, or the work ended it. */
  readonly unfinished: number;
  /** Earlier attempts that failed. */
  readonly failures: number;
  /** Whether nobody has taken over, nor will in the next minute: asked before what can't be undone. */
  isHeld(): Promise<boolean>;
  /**
   * Ends the lease, in the transaction that stores the result.
   * @param wait how long nobody takes the work again, and its counts until then; without it, they are forgotten.
   * @throws LeaseLostError
   */
  end(
    tx: Transactor,
    wait?: { readonly failures: number; readonly unfinished?: number; readonly waitMs: number },
  ): Promise<void>;
  /** Ends the lease as if it had never been taken, because the server stops. Does nothing once the lease is lost. */
  giveBack(): Promise<void>;
  /** Stops renewing the lease: if it was not ended, it runs out and counts as unfinished. */
  letGo(): void;
}

/** Claims of work, among all servers on one database. */
export type Leases = Awaited<ReturnType<typeof openLeases>>;

/** Returns the wait after a failure, by the number of failures before it. */
export function retryWaitMs(failures: number): number {
  return RETRY_MS * RETRY_GROWTH ** Math.min(failures, RETRY_GROWTHS_MAX);
}

/** Opens the leases of this database. Those of the previous run on the same data folder become free at once. */
export async function openLeases(database: Database, holder: ServerRun, clock: Clock) {
  const { id, before } = holder;
  const startedMs = clock();
  const inMs = (ms: number): string => stamp(() => clock() + ms);
  if (before !== null) await database.transact((tx) => freeLeases(tx, before));
  const held = new Set<LeaseName>();
  const timer = setInterval(() => {
    if (held.size === 0) return;
    // A failed renewal may succeed in the next interval.
    const renew = async (tx: Transactor): Promise<void> => {
      for (const name of held) await renewLease(tx, name, id, inMs(LEASE_MS));
    };
    database.transact(renew, { lease: id }).catch(() => undefined);
  }, RENEW_MS).unref();

  function freeNow(): FreeNow {
    const isNew = clock() - startedMs < SUSPECT_WAIT_MS;
    return {
      now: stamp(clock),
      heldUntilMax: inMs(2 * LEASE_MS),
      notBeforeMax: inMs(WAIT_MAX_MS),
      unfinishedMax: isNew ? UNSUSPECTED_ATTEMPTS + 1 : 2 ** 31 - 1,
    };
  }

  async function claim(
    tx: Transactor,
    name: LeaseName,
    free: FreeNow,
    ignoresWait: boolean,
  ): Promise<LeaseRow | undefined> {
    const row = await lockLease(tx, name);
    if (row === undefined || row.unfinished >= free.unfinishedMax) return undefined;
    if (isBetween(row.held_until, free.now, free.heldUntilMax)) return undefined;
    const mustWait = !ignoresWait || row.unfinished > UNSUSPECTED_ATTEMPTS;
    if (mustWait && isBetween(row.not_before, free.now, free.notBeforeMax)) return undefined;
    const unfinished = row.unfinished + 1;
    const suspicion = unfinished - UNSUSPECTED_ATTEMPTS - 1;
    await changeLease(tx, name, row.holder, {
      holder: id,
      held_until: inMs(LEASE_MS),
      unfinished,
      failures: row.failures,
      not_before: suspicion < 0 ? null : inMs(SUSPECT_WAIT_MS * 2 ** Math.min(suspicion, UNFINISHED_MAX)),
    });
    return row;
  }

  function toLease({ kind, subject, unfinished, failures }: LeaseRow): Lease {
    const name = { kind, subject };
    held.add(name);
    const rest = (change: Pick<LeaseRow, 'unfinished' | 'failures' | 'not_before'>) => ({
      holder: null,
      held_until: null,
      ...change,
    });
    return {
      subject,
      unfinished,
      failures,
      isHeld: () => database.transact((tx) => renewLease(tx, name, id, inMs(LEASE_MS)), { lease: kind }),
      end: async (tx, wait) => {
        const isEnded =
          wait === undefined
            ? await deleteLease(tx, name, id)
            : await changeLease(
                tx,
                name,
                id,
                rest({ unfinished: wait.unfinished ?? 0, failures: wait.failures, not_before: inMs(wait.waitMs) }),
              );
        if (!isEnded) throw new LeaseLostError(`Expected to hold the lease of ${kind} ${subject}`);
      },
      giveBack: async () => {
        await database.transact((tx) => changeLease(tx, name, id, rest({ unfinished, failures, not_before: null })), {
          lease: kind,
        });
      },
      letGo: () => {
        held.delete(name);
      },
    };
  }

  return {
    /** Whether this server ran before on the same data folder. */
    isRestarted: before !== null,
    /**
     * Takes the first free one of the subjects that `find` returns; undefined if none is free. The attempt is counted
     * before it begins, so that work which ends each server that tries it is tried less and less often, and finally
     * never: the caller checks {@link UNFINISHED_MAX}.
     * @param ignoresWait also takes work that should still wait, unless it is suspected of ending servers.
     */
    take: async (
      kind: LeaseKind,
      find: (reader: Reader, free: FreeNow) => Promise<readonly string[]>,
      ignoresWait: boolean = false,
    ): Promise<Lease | undefined> => {
      const free = freeNow();
      // Without the write lock first, because mostly there is nothing to do.
      if ((await find(database.reader, free)).length === 0) return undefined;
      const taken = await database.transact(
        async (tx) => {
          for (const subject of await find(tx, free)) {
            const row = await claim(tx, { kind, subject }, free, ignoresWait);
            if (row !== undefined) return row;
          }
          return undefined;
        },
        { lease: kind },
      );
      return taken === undefined ? undefined : toLease(taken);
    },
    /** Deletes the rows of work that was given up, or no longer exists, once they are old. */
    deleteOld: () => database.transact((tx) => deleteLeasesBefore(tx, daysAgo(clock, RETAINED_DAYS))),
    /** Stops all renewals. Leases that are still held run out. */
    close: () => clearInterval(timer),
  };
}

function isBetween(moment: string | null, after: string, until: string): boolean {
  return moment !== null && moment > after && moment <= until;
}
