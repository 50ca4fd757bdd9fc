import type { Geometry } from '../../../contracts/geo.ts';
import {
  type DistanceAndBearing,
  type DistanceFromFix,
  distanceAndBearingTo,
  distanceFromFix,
  distanceToM,
} from '../../position/distance.ts';
import type { GateFix } from '../../position/fix-gate.ts';

/** Farther than this from every place nobody starts a story by walking on: half an hour on foot. */
const FAR_AWAY_M = 2000;
/** Nearer than this to a place, a person has come to the parcours. Smaller, so that they aren't far away at once. */
export const COME_M = 1000;

type List = readonly { readonly feature: Geometry }[];
type Position = Pick<GateFix, 'lng' | 'lat' | 'accuracyM'>;

/** Returns the way to the nearest place; null without places. Pure. */
export function nearestWay(list: List, fix: Position): (DistanceAndBearing & DistanceFromFix) | null {
  let nearest: Geometry | null = null;
  let nearestM = Number.POSITIVE_INFINITY;
  for (const { feature } of list) {
    const distanceM = distanceToM(fix, feature);
    if (distanceM < nearestM) [nearest, nearestM] = [feature, distanceM];
  }
  return nearest === null ? null : { ...distanceAndBearingTo(fix, nearest), ...distanceFromFix(fix, nearest) };
}

/** Returns the way to the nearest place if it is certainly farther than this; null otherwise. Pure. */
export function farAway(list: List, fix: Position, beyondM = FAR_AWAY_M): ReturnType<typeof nearestWay> {
  const nearest = nearestWay(list, fix);
  return nearest === null || nearest.distanceM - fix.accuracyM <= beyondM ? null : nearest;
}

/** True if the nearest place is certainly within 1 km. Pure. */
export function hasCome(list: List, fix: Position): boolean {
  const nearest = nearestWay(list, fix);
  return nearest !== null && nearest.distanceM + fix.accuracyM <= COME_M;
}
