import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { ErrorBody, ErrorCode } from '../../contracts/errors.ts';
import { AppError } from '../domain/app-error.ts';
import { createOutageLog, OUTAGE_RETRY_S, OUTAGE_WORDS, outageOf } from './outages.ts';
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
  recent_login_needed: 403,
  link_expired: 403,
  not_found: 404,
  google_not_configured: 404,
  mail_not_configured: 404,
  passkeys_not_configured: 404,
  invite_invalid: 404,
  conflict: 409,
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

/** Responds to every failure in the contract's form. Faults of the server are logged in full and not revealed. */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
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
    if (retryAfterS !== undefined) response.set('Retry-After', String(retryAfterS));
    response
      .status(outage !== undefined ? 503 : STATUS[code])
      .set('Cache-Control', 'no-store')
      .json(body);
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
