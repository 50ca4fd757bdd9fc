import { offlineWords } from '../page/offline-words.ts';
import type { PlayerFailure } from '../platform/audio/audio-player.ts';
import { type Away, isHere } from '../position/way.ts';
import { printAway } from '../ui/number-words.ts';
import type { WalkState } from './guide/walk-state.ts';
import { listenStrings } from './player-words.ts';
import { isUnfinished } from './walk-progress.ts';

/**
 * Returns why a story is in the player, how far away its place is, or that it does not start by itself.
 *
 * @param away how far away the place is; null without a position
 */
export function describeReason(walk: WalkState, away: Away | null): string {
  if (walk.isOver) return listenStrings.over;
  if (walk.reason === 'resumed') return listenStrings.resumed;
  if (walk.selected !== null && isSpentHere(walk)) {
    return isUnfinished(walk, walk.selected) ? listenStrings.begun : listenStrings.heard;
  }
  const at = walk.selected === null ? -1 : (walk.order?.indexOf(walk.selected) ?? -1);
  if (walk.order !== null && at !== -1) return listenStrings.inOrder(at + 1, walk.order.length);
  // The audio guide decides whether the walker is there; the position, how near.
  if (walk.distanceM !== null && away !== null) {
    return isHere(away) ? listenStrings.inside : listenStrings.atDistance(printAway(away));
  }
  if (walk.reason === 'chosen') return listenStrings.chosen;
  // Without a followed position, or with another place nearer, it is uncertain whether the walker has left this place.
  const hasLeft = walk.onSite && away !== null && walk.nearest === null;
  return hasLeft ? listenStrings.leftPlace : listenStrings.onYourWay;
}

/** Whether the walk selected a story that does not start by itself, because enough of it was played. */
function isSpentHere({ onSite, reason, playing, startsItself, selected, spent, muted, nearest }: WalkState): boolean {
  if (!onSite || reason !== 'nearest' || playing || startsItself || selected === null) return false;
  return nearest?.placeId === selected && spent.includes(selected) && !muted.includes(selected);
}

/**
 * Returns why a story can't be played, in a listener's words.
 *
 * @param isLost the browser has deleted the pack that contained it
 */
export function describeFailure(
  failure: PlayerFailure | null,
  { isOnline, isLost }: { readonly isOnline: boolean; readonly isLost: boolean },
): string {
  if (failure?.isOffline === true) return offlineWords.storyNotKept;
  if (failure !== null && failure.status !== null) return listenStrings.refused(failure.status);
  if (isOnline || failure?.isUnplayable === true) return listenStrings.failed;
  return isLost ? offlineWords.storyLost : offlineWords.storyNoNetwork;
}
