/** Runs work one after the other; a failure rejects only its own caller. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a lock within this process. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
