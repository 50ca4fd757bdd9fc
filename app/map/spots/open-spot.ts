import { proxy, ref } from 'valtio';
import type { ShownSpot } from './spots.ts';

/** The spot whose places are spread out; null for none. Changed only by the functions of this file. */
export const openSpot = proxy<{ now: (ShownSpot & { $$valtioSnapshot: ShownSpot }) | null }>({ now: null });

/** Spreads out the places of a spot; collapses them if it is open. */
export function toggleSpot(spot: ShownSpot): void {
  const isOpen = openSpot.now?.placeIds.join() === spot.placeIds.join();
  openSpot.now = isOpen ? null : ref(spot);
}

/** Collapses the places. Returns whether they were spread out. */
export function closeSpot(): boolean {
  const wasOpen = openSpot.now !== null;
  openSpot.now = null;
  return wasOpen;
}
