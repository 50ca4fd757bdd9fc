import type { PlaceId } from '../../../../contracts/vocabulary.ts';

/** Promises of the places that drops become. */
export interface Arrivals {
  /**
   * Resolves with the place once the server has all of the drop.
   *
   * @throws an AbortError where it is discarded or the person logs out first.
   */
  whenSent(id: string): Promise<PlaceId>;
  /** Resolves the promises of a drop, or rejects them with null. */
  settle(id: string, placeId: PlaceId | null): void;
  /** Rejects all promises, those made later as well: for the end of a session. */
  close(): void;
}

/** Creates the promises of one outbox. */
export function createArrivals(): Arrivals {
  const sentPlaces = new Map<string, PlaceId>();
  const waiters = new Map<string, { resolve: (placeId: PlaceId) => void; reject: (reason: unknown) => void }[]>();
  let isClosed = false;

  function settle(id: string, placeId: PlaceId | null): void {
    if (placeId !== null) sentPlaces.set(id, placeId);
    for (const { resolve, reject } of waiters.get(id) ?? []) {
      if (placeId === null) reject(gone());
      else resolve(placeId);
    }
    waiters.delete(id);
  }

  return {
    whenSent(id) {
      const placeId = sentPlaces.get(id);
      if (placeId !== undefined) return Promise.resolve(placeId);
      if (isClosed) return Promise.reject(gone());
      return new Promise((resolve, reject) => {
        waiters.set(id, [...(waiters.get(id) ?? []), { resolve, reject }]);
      });
    },
    settle,
    close() {
      isClosed = true;
      for (const id of [...waiters.keys()]) settle(id, null);
    },
  };
}

/** The error of a drop that is not there any more. */
export function gone(): DOMException {
  return new DOMException('The drop was discarded, or its owner has logged out', 'AbortError');
}
