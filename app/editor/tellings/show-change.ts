import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { refreshPlace } from '../../places/places.ts';
import { refreshWords } from '../../tellings/words.ts';
import { RESPONSE_TIMEOUT_MS } from '../place-editor.ts';

const followers = new Set<(placeId: PlaceId) => void>();

/** Has `follow` called after each change of what a place says or of its pictures, for as long as the page lives. */
export function followChanges(follow: (placeId: PlaceId) => void): void {
  followers.add(follow);
}

/** Shows a change that is stored: the place may wait for an approval now, and walkers hear, see and read it. */
export function showChange(placeId: PlaceId): void {
  for (const follow of followers) follow(placeId);
  void refreshWords();
  refreshPlace(placeId, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }).catch(() => {
    // The next refresh of the list shows it.
  });
}
