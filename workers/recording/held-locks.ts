/** Which recordings this tab works with, so that no other one offers or removes them. */
export interface HeldLocks {
  /** Takes a recording; false where another tab has it. Taking it twice is no error. */
  hold(id: string): Promise<boolean>;
  /** Whether this tab works with it. */
  holds(id: string): boolean;
  /** Gives it back. */
  release(id: string): void;
}

/** Locks of the browser, which end with the tab however it ends. */
export function createHeldLocks(): HeldLocks {
  const releases = new Map<string, () => void>();
  return {
    hold(id) {
      if (releases.has(id)) return Promise.resolve(true);
      return new Promise((resolve, reject) => {
        const held = navigator.locks.request(`recording-${id}`, { ifAvailable: true }, (lock) => {
          if (lock === null) return resolve(false);
          return new Promise<void>((release) => {
            releases.set(id, release);
            resolve(true);
          });
        });
        held.catch(reject);
      });
    },
    holds: (id) => releases.has(id),
    release(id) {
      releases.get(id)?.();
      releases.delete(id);
    },
  };
}
