import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { currentBox } from './outbox-box.ts';

const sentPlaces = new Map<string, PlaceId>();
const waiters = new Map<string, { resolve: (placeId: PlaceId) => void; reject: (reason: unknown) => void }[]>();

/**
 * Resolves with the place once the server has all of the drop.
 *
 * @throws the reason, an AbortError, where it is discarded or the person logs out first.
 */
export function whenSent(id: string): Promise<PlaceId> {
  const placeId = sentPlaces.get(id);
  if (placeId !== undefined) return Promise.resolve(placeId);
  return new Promise((resolve, reject) => {
    if (currentBox() === null) return reject(gone());
    waiters.set(id, [...(waiters.get(id) ?? []), { resolve, reject }]);
  });
}

/** Settles who waits for a drop. @param placeId null where it was discarded. */
export function settleDrop(id: string, placeId: PlaceId | null): void {
  if (placeId !== null) sentPlaces.set(id, placeId);
  for (const { resolve, reject } of waiters.get(id) ?? []) {
    if (placeId === null) reject(gone());
    else resolve(placeId);
  }
  waiters.delete(id);
}

/** Settles everybody who waits, and forgets what was sent: for the end of a session. */
export function settleAll(): void {
  for (const id of [...waiters.keys()]) settleDrop(id, null);
  sentPlaces.clear();
}

/** What becomes of waiting for a drop that does not come. */
export function gone(): DOMException {
  return new DOMException('The drop was discarded, or its owner has logged out', 'AbortError');
}
