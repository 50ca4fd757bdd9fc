import type { Knex } from 'knex';
import { takeUseLock } from './postgres.ts';

/** How often it is checked that the claim still holds. It also keeps the connection from being closed as idle. */
const CHECK_EVERY_MS = 5000;

/** That somebody uses a database, told to all others that do. */
export interface UseClaim {
  /** False from when the connection was lost until it is back. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** A claim in one process, which something else keeps from others. */
export const LOCAL_CLAIM: UseClaim = { isHeld: () => true, release: async () => undefined };

/**
 * Claims a PostgreSQL database, alone or shared with others; null if somebody has it in a way that excludes this. The claim
 * takes one connection; if that is lost it is taken again as soon as possible.
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
      // It is lost with its connection; the next check takes another.
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
