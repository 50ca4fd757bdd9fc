import type { WalkState } from '../../state/walk/walk-decision.ts';
import { strings } from '../../words/strings.ts';

/** Says under a story's name why it is in the player, or how far its place is. */
export function reasonWords(walk: WalkState, isPositionKnown: boolean): string {
  if (walk.distanceM === 0) return strings.listen.inside;
  if (walk.distanceM !== null) return strings.listen.atDistance(walk.distanceM);
  if (walk.reason === 'chosen') return strings.listen.chosen;
  // Where nobody follows the walker, or another place is nearer, it can't be said that they have left this one.
  const hasLeft = walk.onSite && isPositionKnown && walk.nearest === null;
  return hasLeft ? strings.listen.leftPlace : strings.listen.onYourWay;
}
