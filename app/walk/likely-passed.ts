import type { Place } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { GateFix } from '../position/fix-gate.ts';
import { distanceToM } from '../position/way.ts';
import { triggerFence } from './guide/geofence.ts';

/** A walker's speed, without stops: most people walk at 1.2 to 1.5 m/s. */
const PASSED_SPEED_MPS = 1.6;
/** How much longer than the straight line a way through streets is; two sides of a square are 1.41 diagonals. */
const PASSED_DETOUR = 1.4;
/** Both positions are off by some 10 m, and a story starts some 10 m before its place. */
const PASSED_MARGIN_M = 30;
/** Maximum number of places: nobody looks through more on the way. */
export const PASSED_PLACES_MAX = 10;

/**
 * Returns the places with audio that a walker has likely passed between two fixes, in the order of the way; at most 10,
 * those with the least detour. Pure.
 *
 * The walker's way is unknown, but its duration is known: a way by a place is at least as long as the distances to it
 * from both fixes together. So the places lie within an ellipse with the fixes as foci. Its ways are as long as a
 * walker may have walked in that time, and no longer than a usual way through streets, because after a long rest the
 * time would allow half the town.
 *
 * @param before the last fix before the page was hidden
 * @param after the first one since
 * @param spentIds places that are left out, because enough of their story was played; so is the place where the walker
 *   is now
 */
export function passedPlaces(
  list: readonly Place[],
  before: GateFix,
  after: GateFix,
  spentIds: readonly PlaceId[],
): PlaceId[] {
  const walkableM = (PASSED_SPEED_MPS * (after.timestampMs - before.timestampMs)) / 1000;
  const straightM = distanceToM(before, { type: 'Point', coordinates: [after.lng, after.lat] });
  const wayMaxM = Math.min(walkableM, PASSED_DETOUR * straightM) + PASSED_MARGIN_M;
  const hereM = triggerFence(after.accuracyM).enterM;
  return list
    .filter(({ id, media }) => media !== null && !spentIds.includes(id))
    .map(({ id, feature }) => ({ id, fromM: distanceToM(before, feature), toM: distanceToM(after, feature) }))
    .filter(({ fromM, toM }) => toM > hereM && fromM + toM <= wayMaxM)
    .sort((a, b) => a.fromM + a.toM - (b.fromM + b.toM))
    .slice(0, PASSED_PLACES_MAX)
    .sort((a, b) => a.fromM - a.toM - (b.fromM - b.toM))
    .map(({ id }) => id);
}
