import type { PlaceId } from '../../contracts/vocabulary.ts';
import { serverNowMs } from '../platform/net/server-clock.ts';
import { recordEvent } from '../session/analytics.ts';
import type { WalkState } from './guide/walk-state.ts';

/** The story whose beginning was recorded last: its end, or a pause in it, is no other listen. */
let begunLast: PlaceId | null = null;

/** Forgets which story began last, so that the next account's listen to it counts. */
export function forgetBegun(): void {
  begunLast = null;
}

/** Records that a story began to sound, or was heard, for the counts that its parcours' admins see. */
export function recordListens(before: WalkState, walk: WalkState): void {
  const finished = findFinished(before, walk);
  if (finished !== null) record(finished, true);
  else if (walk.selected !== null && walk.playing && !before.playing && walk.selected !== begunLast) {
    record(walk.selected, false);
  }
}

/** Returns the story that this change finished: four fifths of it were played, or it ended once more; or null. Pure. */
export function findFinished(before: WalkState, walk: WalkState): PlaceId | null {
  const { selected } = before;
  if (selected === null || !before.playing || !walk.heard.includes(selected)) return null;
  const hasEnded = !walk.playing && (walk.isOver || walk.selected !== selected);
  return hasEnded || !before.heard.includes(selected) ? selected : null;
}

function record(geometryId: PlaceId, finished: boolean): void {
  begunLast = geometryId;
  recordEvent({ name: 'Heard Story', atMs: serverNowMs(), properties: { geometryId, finished } });
}
