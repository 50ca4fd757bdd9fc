/** Runs work under the same name one after the other, in the order of the calls; other names don't wait. */
type NamedLocks = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Creates locks within this process. */
export function createNamedLocks(): NamedLocks {
  /** For each name, the end of the work queued last. */
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const result = before.then(work);
    const end = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, end);
    try {
      return await result;
    } finally {
      if (last.get(name) === end) last.delete(name);
    }
  };
}
