/** Error classes by name, to restore errors that were thrown in a worker. */
export type ErrorTable = Readonly<Record<string, new (message: string) => Error>>;

/**
 * A lane's worker died: its script could not be loaded, an error was thrown outside a call, or a message could not be
 * read. All pending calls are rejected with this error; the next call starts a new worker.
 */
export class WorkerCrashedError extends Error {
  override readonly name = 'WorkerCrashedError';

  constructor(laneName: string, detail: string) {
    super(`The ${laneName} worker crashed: ${detail}`);
  }
}

/** The lane was disposed while the call was pending, or before it was made. */
export class LaneDisposedError extends Error {
  override readonly name = 'LaneDisposedError';

  constructor(laneName: string) {
    super(`The ${laneName} lane is disposed and accepts no calls`);
  }
}

/**
 * Restores the class of an error that was thrown in a worker, by its name; message and the worker's stack stay. Returns
 * errors with unknown names, and values that are not Errors, unchanged.
 */
export function rehydrateError(thrown: unknown, table: ErrorTable): unknown {
  // Comlink creates plain Errors; any other class was thrown on this side.
  if (!(thrown instanceof Error) || thrown.constructor !== Error) return thrown;
  const ErrorClass = Object.hasOwn(table, thrown.name) ? table[thrown.name] : undefined;
  if (ErrorClass === undefined) return thrown;
  const error = new ErrorClass(thrown.message);
  if (thrown.stack !== undefined) error.stack = thrown.stack;
  return error;
}
