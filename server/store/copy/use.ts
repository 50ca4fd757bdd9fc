import type { Database, Transactor } from '../database.ts';
import type { UseClaim } from '../driver/use-claim.ts';
import { findMove, noteUse } from './moves.ts';

/** The database can't be used now; the message says why. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}

/**
 * Claims a database for a server, which may change it from then on: no move writes to it any more.
 *
 * @param isAlone for a server whose stored files no other server can reach
 * @param now in the format that the database stores
 * @throws DatabaseInUseError while a move or an erasure runs, or after an unfinished move
 */
export async function claimForServer(database: Database, isAlone: boolean, now: string): Promise<UseClaim> {
  const claim = await database.claim(isAlone ? 'alone' : 'server');
  if (claim === null) {
    const server = isAlone ? 'another server (several need MEDIA_STORE)' : 'a server without MEDIA_STORE';
    const users = `${server}, a move, or an erasure by npm run admin`;
    throw new DatabaseInUseError(`The database (DATABASE_URL) is in use by ${users}`);
  }
  try {
    await database.transact((tx) => useMoved(tx, now));
    return claim;
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/**
 * Wraps the database for an operator's command: its first change ends the moves to this database.
 *
 * @param check rejects if nothing may be changed there: a move may have ended since the command began.
 */
export function forOperator(database: Database, now: () => string, check: () => Promise<void>): Database {
  return {
    ...database,
    transact: (work, about) =>
      database.transact(async (tx) => {
        await check();
        await useMoved(tx, now());
        return work(tx);
      }, about),
  };
}

async function useMoved(tx: Transactor, now: string): Promise<void> {
  const move = await findMove(tx);
  if (move === undefined) return;
  if (move.finished_at === null) {
    throw new DatabaseInUseError(
      `A move from ${move.source} to the database (DATABASE_URL) has not finished: stop the server there and run npm run move again first`,
    );
  }
  if (move.used_at === null) await noteUse(tx, now);
}
