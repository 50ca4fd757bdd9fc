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

/** Locks by key, within this process. */
export type KeyedLocks = ReturnType<typeof createKeyedLocks>;

interface Holder {
  readonly onWanted: () => void;
  readonly start: () => void;
}

/** Creates locks. */
export function createKeyedLocks() {
  /** For each locked key, its holder and the waiting calls. */
  const queues = new Map<string, Holder[]>();

  function release(key: string): void {
    const queue = queues.get(key);
    queue?.shift();
    const next = queue?.[0];
    if (queue === undefined || next === undefined) {
      queues.delete(key);
      return;
    }
    next.start();
    if (queue.length > 1) next.onWanted();
  }

  return {
    /**
     * Acquires the lock of a key, in the order of the calls; returns a function that releases it.
     * @param onWanted called as soon as another call waits for the lock, so that a long holder can release it early.
     */
    take: async (key: string, onWanted: () => void): Promise<() => void> => {
      let isHeld = true;
      const unlock = (): void => {
        if (isHeld) release(key);
        isHeld = false;
      };
      const queue = queues.get(key);
      if (queue === undefined) {
        queues.set(key, [{ onWanted, start: () => undefined }]);
        return unlock;
      }
      const turn = new Promise<void>((start) => queue.push({ onWanted, start }));
      queue[0]?.onWanted();
      await turn;
      return unlock;
    },
  };
}
