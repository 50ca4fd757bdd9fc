import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { ErrorBody, ErrorCode } from '../../contracts/errors.ts';
import { AppError } from '../domain/app-error.ts';
import type { RenderTrouble } from './open-pages/trouble-page.ts';
import { requestIdOf } from './request-log.ts';
import { discardBody } from './upload.ts';

/** The HTTP status of each error code. */
export const STATUS: Record<ErrorCode, number> = {
  invalid_request: 400,
  invalid_audio: 400,
  invalid_image: 400,
  invalid_credentials: 400,
  password_short: 400,
  password_common: 400,
  password_own: 400,
  email_taken: 400,
  google_refused: 400,
  passkey_refused: 400,
  unauthenticated: 401,
  token_expired: 401,
  forbidden: 403,
  suspended: 403,
  account_needed: 403,
  address_unverified: 403,
  recent_login_needed: 403,
  link_expired: 403,
  not_found: 404,
  google_not_configured: 404,
  mail_not_configured: 404,
  passkeys_not_configured: 404,
  invite_invalid: 404,
  conflict: 409,
  already_filled: 409,
  last_admin: 409,
  last_way_in: 409,
  passkeys_full: 409,
  invite_expired: 410,
  invite_revoked: 410,
  guest_ended: 410,
  mail_link_ended: 410,
  too_large: 413,
  too_many: 422,
  map_full: 422,
  too_many_requests: 429,
  internal: 500,
  google_unreachable: 502,
  busy: 503,
  quota_exceeded: 507,
  disk_full: 507,
};

/** System and database codes for a full or read-only disk. */
const CANNOT_STORE: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'SQLITE_FULL',
  'SQLITE_READONLY',
  // PostgreSQL's code.
  '53100',
]);

/** Codes of failures of the server, or of services that it needs; these are logged. */
const OURS: ReadonlySet<ErrorCode> = new Set(['disk_full', 'google_unreachable']);

/** Headers about a file that are removed if it can't be sent. */
const OF_THE_FILE = [
  'Content-Type',
  'Content-Disposition',
  'Content-Encoding',
  'ETag',
  'Last-Modified',
  'Accept-Ranges',
];

/** The last handler: responds to unknown paths. */
export const refuseUnknown: RequestHandler = (request) => {
  throw new AppError('not_found', `There is no ${request.method} ${request.path}`);
};

/**
 * Responds to every failure in the contract's form, and with a page where people wait for one. Faults of the server are
 * logged in full and not revealed.
 */
export function createErrorHandler(log: Logger, renderTrouble: RenderTrouble = () => null): ErrorRequestHandler {
  const logOutage = createOutageLog(log);
  return (error: unknown, request, response, next) => {
    const known = asAppError(error);
    const isAborted = request.destroyed && !request.complete;
    const outage = outageOf(error);
    const isOurs = known === undefined || OURS.has(known.code);
    if (outage !== undefined && !isAborted) logOutage(outage, error);
    else if (isOurs && !isAborted) log.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    if (response.headersSent) {
      next(error);
      return;
    }
    for (const name of OF_THE_FILE) response.removeHeader(name);
    const condition = statusOf(error);
    if (condition === 412 || condition === 416) {
      response.status(condition).set('Cache-Control', 'no-store').end();
      return;
    }
    response.removeHeader('Content-Range');
    const { code, message, faults, retryAfterS } =
      known ?? new AppError('internal', 'The server failed; its log says why');
    const body: ErrorBody = {
      error: {
        code,
        message,
        ...(faults === undefined ? {} : { faults: [...faults] }),
        requestId: requestIdOf(response),
      },
    };
    discardBody(request, response);
    const status = outage !== undefined ? 503 : STATUS[code];
    response.status(status).set('Cache-Control', 'no-store');
    if (status === 429 || status === 503) {
      const waitS = retryAfterS ?? OUTAGE_RETRY_S;
      response.set('Retry-After', String(waitS));
      const page = renderTrouble(request, { status, retryAfterS: waitS });
      if (page !== null) {
        response.set('X-Robots-Tag', 'noindex').vary('Accept-Language').type('html').send(page);
        return;
      }
    }
    response.json(body);
  };
}

/** The HTTP status of an error from Express and its middleware. */
function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : undefined;
}

/** Maps an error to what the client may know; undefined for a fault of the server. */
function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && CANNOT_STORE.has(error.code)) {
    return new AppError('disk_full', 'The server cannot store this: its disk is full or read-only', { cause: error });
  }
  const outage = outageOf(error);
  if (outage !== undefined) {
    return new AppError('internal', OUTAGE_WORDS[outage], { cause: error, retryAfterS: OUTAGE_RETRY_S });
  }
  const status = statusOf(error);
  if (status === 413) return new AppError('too_large', 'The body is larger than this call accepts');
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new AppError('invalid_request', wordsOfMalformed(error), { cause: error });
}

/** The expected format, by body-parser's error types: decoders' own messages may reveal internals. */
const MALFORMED: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'Expected a body of valid JSON',
  'encoding.unsupported': 'Expected a body in gzip, deflate or br, or as it is',
  'charset.unsupported': 'Expected a body in UTF-8',
  'request.size.invalid': 'Expected a body of as many bytes as Content-Length says',
};

function wordsOfMalformed(error: Error): string {
  const type = 'type' in error ? MALFORMED[String(error.type)] : undefined;
  if (type !== undefined) return type;
  const isCompression = 'code' in error && String(error.code).startsWith('Z_');
  return isCompression ? 'Expected a body in the encoding that it states' : 'Expected a request that can be read';
}

/** An outage of what the server needs: the media's bucket or the database is silent, or the database is read-only. */
type Outage = 'store' | 'database' | 'standby';

/** The message to clients during an outage. */
const OUTAGE_WORDS: Record<Outage, string> = {
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
const OUTAGE_RETRY_S = 10;

/** Code of the media bucket's errors. */
const OBJECT_STORE = 'OBJECT_STORE';
/** PostgreSQL's code for a change in a read-only database. */
const READ_ONLY = '25006';
/** Codes of lost connections, of the system and of PostgreSQL; of its time limits; and of too many connections. */
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
