import type { ErrorCode, RequestFault } from '../../contracts/errors.ts';

/** A failure that is sent to the client. The http layer maps its code to a status; the message must not contain secrets. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** The faults of the request, for `invalid_request`. */
  readonly faults: readonly RequestFault[] | undefined;
  /** Seconds to wait before a retry, for `too_many_requests` and for resources that are temporarily missing. */
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
