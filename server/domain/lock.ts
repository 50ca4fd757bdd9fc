/** Runs work when its turn comes; a failure rejects only its own caller. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a lock within this process, which runs one piece of work after the other. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Creates a lock that runs at most `most` pieces of work at once, the others after them in the order of the calls. */
export function createLimit(most: number): Lock {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running++;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
