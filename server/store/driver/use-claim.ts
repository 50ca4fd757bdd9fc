import type { Knex } from 'knex';
import { takeUseLock } from './postgres.ts';

/** How often the claim is checked. The check also keeps the connection from being closed as idle. */
const CHECK_EVERY_MS = 5000;

/** A claim on the use of a database, visible to all other users of it. */
export interface UseClaim {
  /** False from the loss of the connection until it is replaced. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** A claim for one process, on a database that another lock protects from others. */
export const LOCAL_CLAIM: UseClaim = { isHeld: () => true, release: async () => undefined };

/**
 * Claims a PostgreSQL database, alone or shared with others; null if another claim excludes this one. The claim takes
 * one connection; if that is lost, another one takes the claim again as soon as possible.
 */
export async function claimUse(locks: Knex, isShared: boolean): Promise<UseClaim | null> {
  let holder = await takeUseLock(locks, isShared);
  if (holder === null) return null;
  let checking: Promise<void> = Promise.resolve();
  const check = async (): Promise<void> => {
    try {
      if (holder === null) holder = await takeUseLock(locks, isShared);
      else await holder.raw('select 1');
    } catch {
      // The lock was lost with its connection; the next check takes it again.
      await holder?.rollback().catch(() => undefined);
      holder = null;
    }
  };
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, CHECK_EVERY_MS);
  timer.unref();
  return {
    isHeld: () => holder !== null,
    release: async () => {
      clearInterval(timer);
      await checking;
      await holder?.rollback();
    },
  };
}
