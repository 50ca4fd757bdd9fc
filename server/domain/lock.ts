/** Runs what it is given, one after the other; a failure is its caller's alone and doesn't hold up the next. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A lock of its own, for this process. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
