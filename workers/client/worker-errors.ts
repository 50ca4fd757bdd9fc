/** How the client makes an error again that was thrown in a worker: its class from its name. */
export type ErrorTable = Readonly<Record<string, new (message: string) => Error>>;

/**
 * The worker of a lane died: its script could not be loaded, something was thrown outside a call, or a message could
 * not be read. Every call that waited for it, running or queued, is rejected with this error; the next call starts a
 * fresh worker.
 */
export class WorkerCrashedError extends Error {
  override readonly name = 'WorkerCrashedError';

  constructor(laneName: string, detail: string) {
    super(`The ${laneName} worker crashed: ${detail}`);
  }
}

/** The lane was disposed while the call waited, or before it was made. */
export class LaneDisposedError extends Error {
  override readonly name = 'LaneDisposedError';

  constructor(laneName: string) {
    super(`The ${laneName} lane is disposed: no worker will answer this call`);
  }
}

/**
 * Gives an error that came over a worker's boundary its class back. What crosses is its name, message and stack; the
 * stack is kept, for it points into the worker. A name outside the table, and a value that is no Error, come back
 * as they are.
 */
export function rehydrateError(thrown: unknown, table: ErrorTable): unknown {
  // Comlink makes plain Errors: one with a class of its own was thrown on this side.
  if (!(thrown instanceof Error) || thrown.constructor !== Error) return thrown;
  const ErrorClass = Object.hasOwn(table, thrown.name) ? table[thrown.name] : undefined;
  if (ErrorClass === undefined) return thrown;
  const error = new ErrorClass(thrown.message);
  if (thrown.stack !== undefined) error.stack = thrown.stack;
  return error;
}
