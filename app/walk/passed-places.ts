import { proxy, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { places } from '../places/places.ts';
import { onHidden, onVisible } from '../platform/page/page-events.ts';
import type { Fix } from '../platform/position/geolocation.ts';
import type { Scope } from '../platform/scope.ts';
import { WALKING } from '../position/fix-gate.ts';
import { location } from '../position/location.ts';
import { PASSED_PLACES_MAX, passedPlaces } from './likely-passed.ts';
import { listening } from './listening.ts';

/** A page that was hidden for less has missed nothing: a walker comes 30 m far, which one fix covers. */
const HIDDEN_MIN_MS = 20_000;

/**
 * The places that the walker has likely passed while the page was hidden, for example with the phone locked; in the
 * order of the way. Changed only in this file.
 */
export const passed = proxy<{ placeIds: PlaceId[] }>({ placeIds: [] });

/** Clears the list: the person has seen it. */
export function dismissPassed(): void {
  passed.placeIds = [];
}

/**
 * In audio-guide mode, finds the places that were passed while the page was hidden: at the first exact position after
 * it is visible again. A place leaves the list when its story is selected. Until `scope` is disposed.
 */
export function followPassed(scope: Scope): void {
  /** The position when the page was hidden, and when that was. */
  let left: { readonly fix: Fix; readonly atMs: number } | null = null;
  /** The position before, while one from after is awaited. */
  let awaiting: Fix | null = null;

  onHidden(scope, () => {
    const { fix, isFalse } = location;
    // Also called when a hidden page is left.
    if (listening.walk.onSite && fix !== null && !isFalse) left ??= { fix: awaiting ?? fix, atMs: Date.now() };
  });
  onVisible(scope, () => {
    if (left !== null && Date.now() - left.atMs > HIDDEN_MIN_MS) awaiting = left.fix;
    left = null;
  });
  scope.add(
    subscribeKey(location, 'fix', (fix) => {
      if (awaiting === null || left !== null || fix === null || location.isFalse) return;
      // A phone may first report its earlier position again.
      if (fix.timestampMs - awaiting.timestampMs < HIDDEN_MIN_MS || !(fix.accuracyM <= WALKING.accuracyMaxM)) return;
      const { spent, selected } = listening.walk;
      const found = passedPlaces(places.list, awaiting, fix, selected === null ? spent : [...spent, selected]);
      awaiting = null;
      const known = passed.placeIds.filter((id) => !found.includes(id));
      passed.placeIds = [...known, ...found].slice(-PASSED_PLACES_MAX);
    }),
  );
  scope.add(
    subscribe(listening, () => {
      const { onSite, selected } = listening.walk;
      if (!onSite) awaiting = null;
      if (!onSite && passed.placeIds.length > 0) dismissPassed();
      if (selected !== null && passed.placeIds.includes(selected)) {
        passed.placeIds = passed.placeIds.filter((id) => id !== selected);
      }
    }),
  );
  scope.add(dismissPassed);
}
