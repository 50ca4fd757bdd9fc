import type { WalkState } from '../../state/walk/guide/walk-state.ts';
import { strings } from '../../words/strings.ts';

/** Why a story is in the player, or how far away its place is. */
export function describeReason(walk: WalkState, isPositionKnown: boolean): string {
  if (walk.distanceM === 0) return strings.listen.inside;
  if (walk.distanceM !== null) return strings.listen.atDistance(walk.distanceM);
  if (walk.reason === 'chosen') return strings.listen.chosen;
  // Without a followed position, or with another place nearer, it is not certain that the walker left this place.
  const hasLeft = walk.onSite && isPositionKnown && walk.nearest === null;
  return hasLeft ? strings.listen.leftPlace : strings.listen.onYourWay;
}
