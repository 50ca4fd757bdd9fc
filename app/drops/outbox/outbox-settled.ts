import type { PlaceId } from '../../../contracts/vocabulary.ts';

/** Promises for the places of sent drops. */
export interface Arrivals {
  /**
   * Resolves with the place once the server has the complete drop.
   *
   * @throws an AbortError if it is discarded or the person logs out first.
   */
  whenSent(id: string): Promise<PlaceId>;
  /** Resolves the promises of a drop, or rejects them with null. */
  settle(id: string, placeId: PlaceId | null): void;
  /** Rejects all promises, later ones too, at the end of a session. */
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

/** Returns the error of a drop that no longer exists. */
export function gone(): DOMException {
  return new DOMException('The drop was discarded, or its owner has logged out', 'AbortError');
}
