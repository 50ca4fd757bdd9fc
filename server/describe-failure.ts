type ErrorKind = abstract new (...args: never[]) => Error;

/**
 * Maps a failure to a command's output: an expected error's message, changed by `format`; otherwise the whole error.
 */
export function describeFailure(
  error: unknown,
  expected: readonly ErrorKind[],
  format = (message: string): string => message,
): unknown {
  return error instanceof Error && expected.some((kind) => error instanceof kind) ? format(error.message) : error;
}
