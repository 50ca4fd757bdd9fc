import type { Geometry } from '../../../../contracts/geo.ts';
import type { GateFix } from '../../position/fix-gate.ts';
import { type Away, awayFrom, distanceToM, type Way, wayTo } from '../../position/way.ts';

/** Farther from every place nobody listens to one by walking on: half an hour on foot. */
const FAR_AWAY_M = 2000;
/** Nearer than this to a place, somebody has come to the parcours. Less, so that they aren't far away again at once. */
export const COME_M = 1000;

type List = readonly { readonly feature: Geometry }[];
type Position = Pick<GateFix, 'lng' | 'lat' | 'accuracyM'>;

/** The way to the nearest place; null without places. Pure. */
export function nearestWay(list: List, fix: Position): (Way & Away) | null {
  let nearest: Geometry | null = null;
  let nearestM = Number.POSITIVE_INFINITY;
  for (const { feature } of list) {
    const distanceM = distanceToM(fix, feature);
    if (distanceM < nearestM) [nearest, nearestM] = [feature, distanceM];
  }
  return nearest === null ? null : { ...wayTo(fix, nearest), ...awayFrom(fix, nearest) };
}

/**
 * The way to the nearest place, where that is farther than this for certain, by default than 2 km; null otherwise, and
 * without places. Pure.
 */
export function farAway(list: List, fix: Position, beyondM = FAR_AWAY_M): ReturnType<typeof nearestWay> {
  const nearest = nearestWay(list, fix);
  return nearest === null || nearest.distanceM - fix.accuracyM <= beyondM ? null : nearest;
}

/** True where the nearest place is within 1 km for certain. Pure. */
export function hasCome(list: List, fix: Position): boolean {
  const nearest = nearestWay(list, fix);
  return nearest !== null && nearest.distanceM + fix.accuracyM <= COME_M;
}
