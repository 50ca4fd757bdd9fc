import type { Place } from '../../../contracts/place.ts';
import type { GateFix } from '../../state/position/fix-gate.ts';
import { isHere } from '../../state/position/way.ts';
import { farAway, nearestWay } from '../../state/walk/nearby/far-away.ts';
import { printDirection } from '../../words/listen/nearby.ts';
import { printAway } from '../../words/numbers.ts';
import { welcomeStrings as words } from '../../words/welcome.ts';

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
