/** Locks by key, within this process. */
export interface KeyedLocks {
  /**
   * Acquires the lock of a key, in the order of the calls; returns a function that releases it.
   *
   * @param onWanted called as soon as another call waits for the lock, so that a long holder can release it early.
   */
  take(key: string, onWanted: () => void): Promise<() => void>;
}

interface Holder {
  readonly onWanted: () => void;
  readonly start: () => void;
}

/** Creates locks. */
export function createKeyedLocks(): KeyedLocks {
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
    take: async (key, onWanted) => {
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
