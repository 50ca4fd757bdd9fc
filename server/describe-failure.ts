/** A class of errors. */
type ErrorKind = abstract new (...args: never[]) => Error;

/**
 * Maps a failure to what a command prints: the message of an expected error, otherwise the error itself, with its stack.
 *
 * @param format changes the message of an expected error before it is printed.
 */
export function describeFailure(
  error: unknown,
  expected: readonly ErrorKind[],
  format = (message: string): string => message,
): unknown {
  return error instanceof Error && expected.some((kind) => error instanceof kind) ? format(error.message) : error;
}
