import { PLACES_REFRESH_MS, UNTITLED_PLACE } from '../../contracts/limits.ts';
import { onOnline, onVisible } from '../platform/page.ts';
import type { Scope } from '../platform/scope.ts';
import { strings } from '../platform/strings.ts';
import { listening } from './listening.ts';
import { showNotice } from './notices.ts';
import { findPlace, places, refreshPlaces } from './places.ts';

/**
 * Takes in what others do to the places of the parcours in use, until `scope` is disposed: when the page comes back into
 * sight, when there is a network again, and now and then in audio-guide mode. Who is listening to a story whose place is
 * gone is told why it stops.
 */
export function startPlaceRefresh(scope: Scope): void {
  async function refresh(): Promise<void> {
    const { walk } = listening;
    const told = walk.playing ? findPlace(walk.selected) : undefined;
    await refreshPlaces();
    if (scope.disposed || told === undefined || findPlace(told.id) !== undefined) return;
    // Of a parcours that nobody listens to any more, all places are gone.
    if (!places.mapIds.includes(told.map.id)) return;
    showNotice(strings.walk.placeGone(told.appelation.trim() || UNTITLED_PLACE));
  }

  onVisible(scope, () => void refresh());
  onOnline(scope, () => void refresh());
  scope.interval(() => {
    if (listening.walk.onSite) void refresh();
  }, PLACES_REFRESH_MS);
}
