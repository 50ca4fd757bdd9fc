import type { WalkState } from '../../state/walk/guide/walk-state.ts';
import { isUnfinished } from '../../state/walk/walk-progress.ts';
import { listenStrings } from '../../words/listen/listen.ts';

/** Why a story is in the player, how far away its place is, or that it does not start by itself. */
export function describeReason(walk: WalkState, isPositionKnown: boolean): string {
  if (walk.isOver) return listenStrings.over;
  if (walk.reason === 'resumed') return listenStrings.resumed;
  if (walk.selected !== null && isSpentHere(walk)) {
    return isUnfinished(walk, walk.selected) ? listenStrings.begun : listenStrings.heard;
  }
  const at = walk.selected === null ? -1 : (walk.order?.indexOf(walk.selected) ?? -1);
  if (walk.order !== null && at !== -1) return listenStrings.inOrder(at + 1, walk.order.length);
  if (walk.distanceM === 0) return listenStrings.inside;
  if (walk.distanceM !== null) return listenStrings.atDistance(walk.distanceM);
  if (walk.reason === 'chosen') return listenStrings.chosen;
  // Without a followed position, or with another place nearer, it is not certain that the walker left this place.
  const hasLeft = walk.onSite && isPositionKnown && walk.nearest === null;
  return hasLeft ? listenStrings.leftPlace : listenStrings.onYourWay;
}

/** The walk has brought a story that does not start by itself, since enough of it was told. */
function isSpentHere({ onSite, reason, playing, startsItself, selected, spent, muted, nearest }: WalkState): boolean {
  if (!onSite || reason !== 'nearest' || playing || startsItself || selected === null) return false;
  return nearest?.placeId === selected && spent.includes(selected) && !muted.includes(selected);
}
