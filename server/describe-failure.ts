/** A class of errors. */
type ErrorKind = abstract new (...args: never[]) => Error;

/**
 * What the operator reads of a failure: of an expected one its message alone, of any other all that there is, for whoever mends it.
 *
 * @param told how the message is told.
 */
export function describeFailure(
  error: unknown,
  expected: readonly ErrorKind[],
  told = (message: string): string => message,
): unknown {
  return error instanceof Error && expected.some((kind) => error instanceof kind) ? told(error.message) : error;
}
