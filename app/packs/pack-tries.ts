import type { FetchFault } from '../platform/packs/pack-files.ts';
import type { PackFailure } from './pack-view.ts';

/** Delay after the first failure; it doubles with each further one. */
const WAIT_MIN_MS = 500;
/** Longest delay between two tries. */
const WAIT_MAX_MS = 60_000;
/** Number of tries in a row that may fail through the server's fault, with nothing new on the device. */
const SERVER_TRIES = 5;
/** Number of times in a row that the manifest is requested anew, with nothing new on the device. */
const RENEWALS = 3;

/** Result of one try to fetch all missing files. */
export interface TryEnd {
  /** Null if all were fetched. */
  readonly fault: FetchFault | Exclude<PackFailure, 'offline' | 'server'> | null;
  /** Delay that the server asks for; null if it doesn't say. */
  readonly retryAfterMs: number | null;
  /** Number of stored files. */
  readonly stored: number;
}

/** Number of tries in a row that brought nothing new to the device. */
export interface Tries {
  readonly failed: number;
  readonly renewed: number;
}

/** State before the first try. */
export const NO_TRIES: Tries = { failed: 0, renewed: 0 };

/** What a download does next. */
export type NextMove =
  | { readonly type: 'complete' }
  /** Request the manifest anew, because its links have expired. */
  | { readonly type: 'renew' }
  | { readonly type: 'wait'; readonly forMs: number; readonly failure: PackFailure | null }
  | { readonly type: 'fail'; readonly failure: PackFailure };

/**
 * Decides the next move after a try. Without a network a download waits without limit; a server that keeps failing ends
 * it.
 *
 * @param random jitter, 0 to 1, so that many devices don't retry at once.
 */
export function decideNext(
  { fault, retryAfterMs, stored }: TryEnd,
  before: Tries,
  random: number,
): { readonly move: NextMove; readonly tries: Tries } {
  const tries = stored > 0 ? NO_TRIES : before;
  const failed = { ...tries, failed: tries.failed + 1 };
  const pauseMs = Math.min(WAIT_MAX_MS, WAIT_MIN_MS * 2 ** Math.min(tries.failed, 20)) * (0.5 + random / 2);
  switch (fault) {
    case null:
      return { move: { type: 'complete' }, tries };
    case 'ended':
      if (tries.renewed >= RENEWALS) return { move: { type: 'fail', failure: 'server' }, tries };
      return { move: { type: 'renew' }, tries: { ...tries, renewed: tries.renewed + 1 } };
    case 'network':
      return { move: { type: 'wait', forMs: pauseMs, failure: 'offline' }, tries: failed };
    case 'busy': {
      const forMs = Math.max(pauseMs, Math.min(retryAfterMs ?? 0, WAIT_MAX_MS));
      return { move: { type: 'wait', forMs, failure: null }, tries: failed };
    }
    case 'server':
      if (failed.failed >= SERVER_TRIES) return { move: { type: 'fail', failure: 'server' }, tries: failed };
      return { move: { type: 'wait', forMs: pauseMs, failure: null }, tries: failed };
    default:
      return { move: { type: 'fail', failure: fault }, tries };
  }
}
