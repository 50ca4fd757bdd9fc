/** Locks of the recordings that this tab uses, so that other tabs neither offer nor delete them. */
export interface RecordingLocks {
  /** Locks a recording; returns false if another tab has it. May be called again. */
  hold(id: string): Promise<boolean>;
  /** Unlocks a recording, once running work on it has ended. */
  release(id: string): void;
  /**
   * Runs work while holding the lock of a recording, and unlocks it afterwards unless `hold` was called. Returns null,
   * without running it, if another tab has the recording.
   */
  during<T>(id: string, work: () => Promise<T>): Promise<T | null>;
}

interface TabLock {
  readonly granted: Promise<boolean>;
  readonly unlock: () => void;
  isHeld: boolean;
  /** Number of running `during` calls. */
  borrowers: number;
}

/** Uses the browser's locks, which end with the tab. */
export function createRecordingLocks(): RecordingLocks {
  const all = new Map<string, TabLock>();
  // The browser releases a lock with a delay; without waiting, a request would find it taken, as if by another tab.
  const previous = new Map<string, Promise<unknown>>();

  function request(id: string): TabLock {
    let unlock = (): void => {};
    const end = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    const granted = new Promise<boolean>((resolve, reject) => {
      const requested = (previous.get(id) ?? Promise.resolve()).then(() =>
        navigator.locks.request(`recording-${id}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : end;
        }),
      );
      const settled = requested.catch(reject).then(() => {
        if (previous.get(id) === settled) previous.delete(id);
      });
      previous.set(id, settled);
    });
    const held: TabLock = { granted, unlock, isHeld: false, borrowers: 0 };
    all.set(id, held);
    const drop = (): void => {
      if (all.get(id) === held) all.delete(id);
    };
    granted.then((isOurs) => isOurs || drop(), drop);
    return held;
  }

  function unlockIfUnused(id: string, held: TabLock): void {
    if (held.isHeld || held.borrowers > 0 || all.get(id) !== held) return;
    held.unlock();
    all.delete(id);
  }

  return {
    hold(id) {
      const held = all.get(id) ?? request(id);
      held.isHeld = true;
      return held.granted;
    },
    release(id) {
      const held = all.get(id);
      if (held === undefined) return;
      held.isHeld = false;
      unlockIfUnused(id, held);
    },
    async during(id, work) {
      const held = all.get(id) ?? request(id);
      held.borrowers += 1;
      try {
        return (await held.granted) ? await work() : null;
      } finally {
        held.borrowers -= 1;
        unlockIfUnused(id, held);
      }
    },
  };
}
