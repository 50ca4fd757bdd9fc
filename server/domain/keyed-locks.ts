/** One lock for each key, for this process. */
export interface KeyedLocks {
  /**
   * Waits until nobody holds the key, in the order of the calls; returns what gives it back, once.
   *
   * @param onWanted called as soon as somebody else waits for it, so that whoever holds it for long can give it up.
   */
  take(key: string, onWanted: () => void): Promise<() => void>;
}

interface Holder {
  readonly onWanted: () => void;
  readonly start: () => void;
}

/** Locks of their own. */
export function createKeyedLocks(): KeyedLocks {
  /** Of each key that is held, who holds it and who waits behind. */
  const lines = new Map<string, Holder[]>();

  function release(key: string): void {
    const line = lines.get(key);
    line?.shift();
    const next = line?.[0];
    if (line === undefined || next === undefined) {
      lines.delete(key);
      return;
    }
    next.start();
    if (line.length > 1) next.onWanted();
  }

  return {
    take: async (key, onWanted) => {
      let isHeld = true;
      const giveBack = (): void => {
        if (isHeld) release(key);
        isHeld = false;
      };
      const line = lines.get(key);
      if (line === undefined) {
        lines.set(key, [{ onWanted, start: () => undefined }]);
        return giveBack;
      }
      const turn = new Promise<void>((start) => line.push({ onWanted, start }));
      line[0]?.onWanted();
      await turn;
      return giveBack;
    },
  };
}
