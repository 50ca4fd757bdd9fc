import type { WalkState } from '../../state/walk/guide/walk-state.ts';
import { listenStrings } from '../../words/listen/listen.ts';

/** Why a story is in the player, or how far away its place is. */
export function describeReason(walk: WalkState, isPositionKnown: boolean): string {
  if (walk.distanceM === 0) return listenStrings.inside;
  if (walk.distanceM !== null) return listenStrings.atDistance(walk.distanceM);
  if (walk.reason === 'chosen') return listenStrings.chosen;
  // Without a followed position, or with another place nearer, it is not certain that the walker left this place.
  const hasLeft = walk.onSite && isPositionKnown && walk.nearest === null;
  return hasLeft ? listenStrings.leftPlace : listenStrings.onYourWay;
}
