import { proxy, ref } from 'valtio';
import type { ShownSpot } from './spots.ts';

/** The spot whose places are spread out; null for none. Changed by the functions of this file alone. */
export const openSpot = proxy<{ now: (ShownSpot & { $$valtioSnapshot: ShownSpot }) | null }>({ now: null });

/** Spreads the places of a spot out; those of the open one are put together again. */
export function toggleSpot(spot: ShownSpot): void {
  const isOpen = openSpot.now?.placeIds.join() === spot.placeIds.join();
  openSpot.now = isOpen ? null : ref(spot);
}

/** Puts the places together again. Returns whether they were spread out. */
export function closeSpot(): boolean {
  const wasOpen = openSpot.now !== null;
  openSpot.now = null;
  return wasOpen;
}
