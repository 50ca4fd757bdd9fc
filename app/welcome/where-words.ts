import type { Place } from '../../contracts/place.ts';
import { isHere } from '../position/distance.ts';
import type { GateFix } from '../position/fix-gate.ts';
import { printAway } from '../ui/number-words.ts';
import { farAway, nearestWay } from '../walk/nearby/far-away.ts';
import { printDirection } from '../walk/nearby/nearby-words.ts';
import { welcomeStrings as words } from './welcome-words.ts';

/** Describes a parcours' distance and direction, as precisely as the position allows; null without places. */
export function describeWhere(list: readonly Pick<Place, 'feature'>[], fix: GateFix): string | null {
  const way = nearestWay(list, fix);
  if (way === null) return null;
  if (isHere(way)) return words.inside;
  const direction = printDirection(way.bearingDeg);
  if (farAway(list, fix) !== null) return words.far(printAway(way), direction);
  // Within the error of the position it could be in any direction.
  return words.near(printAway(way), way.distanceM > fix.accuracyM ? direction : null);
}
