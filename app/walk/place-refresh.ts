import type { Place } from '../../contracts/place.ts';
import { findPlace, places, refreshPlaces } from '../places/places.ts';
import { onOnline, onVisible } from '../platform/page/page-events.ts';
import type { Scope } from '../platform/scope.ts';
import { findPicked } from '../tellings/picked.ts';
import { refreshWords } from '../tellings/words.ts';
import { listening } from './listening.ts';

/** How often a walk refreshes its places: a place that others delete or move is seldom reached sooner. */
const PLACES_REFRESH_MS = 5 * 60 * 1000;

/**
 * Refreshes the places and their words until `scope` is disposed: when the page becomes visible, when there is a network again, and
 * every 5 minutes in audio-guide mode.
 *
 * @param onGone called if the place of the playing story is gone
 */
export function startPlaceRefresh(scope: Scope, onGone: (place: Place) => void): void {
  async function refresh(): Promise<void> {
    const { walk } = listening;
    const played = walk.playing ? findPicked(walk.selected) : undefined;
    await refreshPlaces();
    if (places.status === 'ready') void refreshWords();
    if (scope.disposed || played === undefined || findPlace(played.id) !== undefined) return;
    // All places of a parcours that is no longer selected are gone.
    if (!places.parcoursIds.includes(played.map.id)) return;
    onGone(played);
  }

  onVisible(scope, () => void refresh());
  onOnline(scope, () => void refresh());
  scope.interval(() => {
    if (listening.walk.onSite) void refresh();
  }, PLACES_REFRESH_MS);
}
