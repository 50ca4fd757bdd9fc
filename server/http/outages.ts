import type { Logger } from 'pino';

/** What the server needs and does not reach: the bucket of the media, or the database; or a database that takes no changes. */
export type Outage = 'store' | 'database' | 'standby';

/** What a client is told of an outage. */
export const OUTAGE_WORDS: Record<Outage, string> = {
  store: 'The store of sounds and pictures does not answer: nothing is lost, try again',
  database: 'The database does not answer: nothing is lost, try again',
  standby: 'The database takes no changes just now: nothing is lost, try again',
};

/** What the log says of one. */
const LOGGED: Record<Outage, string> = {
  store: 'the store does not answer',
  database: 'the database does not answer',
  standby: 'the database takes no changes: it is a standby, or set read-only',
};

/** When it may be there again. */
export const OUTAGE_RETRY_S = 10;

/** Code of an error of the bucket that has the media. */
const OBJECT_STORE = 'OBJECT_STORE';
/** PostgreSQL's code for a change where it only reads. */
const READ_ONLY = '25006';
/**
 * Codes of lost connections, of the system and of PostgreSQL's classes 08 and 57P; and of its time limits (of statements, locks and
 * transactions that stand still) and of too many connections.
 */
const LOST =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-5]|57014|55P03|25P0[34]|53300)$/;
/** Words of the drivers, whose errors have no code; behind the query, where there is one. */
const LOST_WORDS =
  /(?:^| - )(Connection terminated|Client (has encountered|was closed)|timeout expired|Query read timeout|Timeout acquiring a connection|Knex: Timeout)/;

/** One line in so long for each kind of outage: every call fails, for the same reason. */
const LINE_EVERY_MS = 60_000;

/** Which outage an error tells of; undefined for none. */
export function outageOf(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === OBJECT_STORE) return 'store';
  if (code === READ_ONLY) return 'standby';
  return LOST.test(code) || LOST_WORDS.test(error.message) ? 'database' : undefined;
}

/** Returns a function that logs outages, a line a minute with how many calls have failed. */
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
