import type { Logger } from 'pino';

/**
 * An outage of a service that the server needs: the bucket of the media or the database doesn't answer, or the database
 * is read-only.
 */
export type Outage = 'store' | 'database' | 'standby';

/** The message to clients during an outage. */
export const OUTAGE_WORDS: Record<Outage, string> = {
  store: 'The store of sounds and pictures does not answer: nothing is lost, try again',
  database: 'The database does not answer: nothing is lost, try again',
  standby: 'The database takes no changes just now: nothing is lost, try again',
};

/** The log's message for an outage. */
const LOGGED: Record<Outage, string> = {
  store: 'the store does not answer',
  database: 'the database does not answer',
  standby: 'the database takes no changes: it is a standby, or set read-only',
};

/** Delay after which clients may retry. */
export const OUTAGE_RETRY_S = 10;

/** Code of the media bucket's errors. */
const OBJECT_STORE = 'OBJECT_STORE';
/** PostgreSQL's code for a change in a read-only database. */
const READ_ONLY = '25006';
/**
 * Codes of lost connections, from the system and from PostgreSQL's classes 08 and 57P; of PostgreSQL's time limits for
 * statements, locks and idle transactions; and of too many connections.
 */
const LOST =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-5]|57014|55P03|25P0[34]|53300)$/;
/** Messages of driver errors without a code; they come after the query, if there is one. */
const LOST_WORDS =
  /(?:^| - )(Connection terminated|Client (has encountered|was closed)|timeout expired|Query read timeout|Timeout acquiring a connection|Knex: Timeout)/;

/** One line per interval and kind of outage, because every call fails for the same reason. */
const LINE_EVERY_MS = 60_000;

/** The outage that an error indicates; undefined for none. */
export function outageOf(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === OBJECT_STORE) return 'store';
  if (code === READ_ONLY) return 'standby';
  return LOST.test(code) || LOST_WORDS.test(error.message) ? 'database' : undefined;
}

/** Returns a function that logs outages, one line per minute with the number of failed calls. */
export function createOutageLog(log: Logger, clock: () => number = Date.now): (outage: Outage, error: unknown) => void {
  const last = new Map<Outage, { readonly atMs: number; calls: number }>();
  return (outage, error) => {
    const before = last.get(outage);
    const nowMs = clock();
    // The clock may be set back.
    const ageMs = before === undefined ? Number.POSITIVE_INFINITY : Math.abs(nowMs - before.atMs);
    if (before !== undefined && ageMs < LINE_EVERY_MS) {
      before.calls++;
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason, callsSince: before?.calls ?? 0 }, LOGGED[outage]);
    last.set(outage, { atMs: nowMs, calls: 0 });
  };
}
