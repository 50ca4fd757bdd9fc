import { onOnline, onVisible } from '../../platform/page/page.ts';
import type { Scope } from '../../platform/scope.ts';
import { strings } from '../../words/strings.ts';
import { UNTITLED_PLACE } from '../../words/untitled.ts';
import { showNotice } from '../page/notices.ts';
import { findPlace, places, refreshPlaces } from '../places/places.ts';
import { listening } from './listening.ts';

/** How often a walk asks whether its places are still the same: one that others delete or move is seldom reached before. */
const PLACES_REFRESH_MS = 5 * 60 * 1000;

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
