type ErrorKind = abstract new (...args: never[]) => Error;

/**
 * Maps a failure to the output of a command: the message of an expected error, otherwise the error itself, with its
 * stack.
 *
 * @param format changes the message of an expected error before it is output.
 */
export function describeFailure(
  error: unknown,
  expected: readonly ErrorKind[],
  format = (message: string): string => message,
): unknown {
  return error instanceof Error && expected.some((kind) => error instanceof kind) ? format(error.message) : error;
}
