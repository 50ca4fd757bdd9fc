import { proxy, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { onHidden, onVisible } from '../platform/page/page-events.ts';
import type { Fix } from '../platform/position/geolocation.ts';
import type { Scope } from '../platform/scope.ts';
import { distanceToM } from '../position/distance.ts';
import { type GateFix, WALKING } from '../position/fix-gate.ts';
import { location } from '../position/location.ts';
import { picked } from '../tellings/picked.ts';
import { triggerFence } from './guide/geofence.ts';
import { listening } from './listening.ts';

/** A page that was hidden for less has missed nothing: a walker comes 30 m far, which one fix covers. */
const HIDDEN_MIN_MS = 20_000;

/** The places likely passed while the page was hidden, in the order of the way. Changed only in this file. */
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
      const found = passedPlaces(picked.list, awaiting, fix, selected === null ? spent : [...spent, selected]);
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

/** A walker's speed, without stops: most people walk at 1.2 to 1.5 m/s. */
const PASSED_SPEED_MPS = 1.6;
/** How much longer than the straight line a way through streets is; two sides of a square are 1.41 diagonals. */
const PASSED_DETOUR = 1.4;
/** Both positions are off by some 10 m, and a story starts some 10 m before its place. */
const PASSED_MARGIN_M = 30;
/** Maximum number of places: nobody looks through more on the way. */
export const PASSED_PLACES_MAX = 10;

/**
 * Returns the places with audio that a walker has likely passed between two fixes, in the order of the way; at most 10,
 * those with the least detour. Pure.
 *
 * The walker's way is unknown, but its duration is known: a way by a place is at least as long as the distances to it
 * from both fixes together. So the places lie within an ellipse with the fixes as foci. Its ways are as long as a
 * walker may have walked in that time, and no longer than a usual way through streets, because after a long rest the
 * time would allow half the town.
 *
 * @param before the last fix before the page was hidden
 * @param after the first one since
 * @param spentIds places that are left out, because enough of their story was played; so is the place where the walker
 *   is now
 */
export function passedPlaces(
  list: readonly Place[],
  before: GateFix,
  after: GateFix,
  spentIds: readonly PlaceId[],
): PlaceId[] {
  const walkableM = (PASSED_SPEED_MPS * (after.timestampMs - before.timestampMs)) / 1000;
  const straightM = distanceToM(before, { type: 'Point', coordinates: [after.lng, after.lat] });
  const wayMaxM = Math.min(walkableM, PASSED_DETOUR * straightM) + PASSED_MARGIN_M;
  const hereM = triggerFence(after.accuracyM).enterM;
  return list
    .filter(({ id, media }) => media !== null && !spentIds.includes(id))
    .map(({ id, feature }) => ({ id, fromM: distanceToM(before, feature), toM: distanceToM(after, feature) }))
    .filter(({ fromM, toM }) => toM > hereM && fromM + toM <= wayMaxM)
    .sort((a, b) => a.fromM + a.toM - (b.fromM + b.toM))
    .slice(0, PASSED_PLACES_MAX)
    .sort((a, b) => a.fromM - a.toM - (b.fromM - b.toM))
    .map(({ id }) => id);
}
