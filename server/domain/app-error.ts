import type { ErrorCode, RequestFault } from '../../contracts/errors.ts';

/** A failure that the asking person is told about. The http layer gives its code a status; the message never holds a secret. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** What was wrong with the request, for `invalid_request`. */
  readonly faults: readonly RequestFault[] | undefined;
  /** Seconds to wait before asking again, for `too_many_requests`. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { faults?: readonly RequestFault[]; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.faults = options.faults;
    this.retryAfterS = options.retryAfterS;
  }
}
