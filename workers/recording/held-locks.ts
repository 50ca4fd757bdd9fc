/** Which recordings this tab works with, so that no other one offers or removes them. */
export interface HeldLocks {
  /** Takes a recording; false where another tab has it. Taking it twice is no error. */
  hold(id: string): Promise<boolean>;
  /** Gives it back, once nothing more is done with it. */
  release(id: string): void;
  /**
   * Does something with a recording while no other tab may, and gives it back unless it is this tab's, by then or before.
   *
   * @returns what `work` answered; null where another tab has the recording, and nothing was done.
   */
  during<T>(id: string, work: () => Promise<T>): Promise<T | null>;
}

/** A lock that this tab has or has asked for. */
interface Held {
  readonly granted: Promise<boolean>;
  readonly letGo: () => void;
  isTaken: boolean;
  /** How many are doing something with it that have not taken it. */
  borrowers: number;
}

/** Locks of the browser, which end with the tab however it ends. */
export function createHeldLocks(): HeldLocks {
  const all = new Map<string, Held>();
  // The browser frees a lock a moment after it was let go; who asks in between would be told that another tab has it.
  const leaving = new Map<string, Promise<unknown>>();

  function request(id: string): Held {
    let letGo = (): void => {};
    const end = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const granted = new Promise<boolean>((resolve, reject) => {
      const asked = (leaving.get(id) ?? Promise.resolve()).then(() =>
        navigator.locks.request(`recording-${id}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : end;
        }),
      );
      const left = asked.catch(reject).then(() => {
        if (leaving.get(id) === left) leaving.delete(id);
      });
      leaving.set(id, left);
    });
    const held: Held = { granted, letGo, isTaken: false, borrowers: 0 };
    all.set(id, held);
    const forget = (): void => {
      if (all.get(id) === held) all.delete(id);
    };
    granted.then((isOurs) => isOurs || forget(), forget);
    return held;
  }

  function leave(id: string, held: Held): void {
    if (held.isTaken || held.borrowers > 0 || all.get(id) !== held) return;
    held.letGo();
    all.delete(id);
  }

  return {
    hold(id) {
      const held = all.get(id) ?? request(id);
      held.isTaken = true;
      return held.granted;
    },
    release(id) {
      const held = all.get(id);
      if (held === undefined) return;
      held.isTaken = false;
      leave(id, held);
    },
    async during(id, work) {
      const held = all.get(id) ?? request(id);
      held.borrowers += 1;
      try {
        return (await held.granted) ? await work() : null;
      } finally {
        held.borrowers -= 1;
        leave(id, held);
      }
    },
  };
}
