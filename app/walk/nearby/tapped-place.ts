import { proxy, subscribe } from 'valtio';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Scope } from '../../platform/scope.ts';
import { listening, playPlace, tapPlace } from '../listening.ts';

/** The place that was tapped during a walk, when taps select nothing; null without one. Changed only in this file. */
export const tapped = proxy<{ placeId: PlaceId | null }>({ placeId: null });

/** Handles a tap on a place of the map, or on empty space (null): selects it, or on a walk offers its story. */
export function tapMap(placeId: PlaceId | null): void {
  if (!listening.walk.onSite) tapPlace(placeId);
  // The selected place already has the player.
  else tapped.placeId = placeId === listening.walk.selected ? null : placeId;
}

/** Plays the offered story: a choice by hand. */
export function acceptTapped(): void {
  const { placeId } = tapped;
  tapped.placeId = null;
  if (placeId !== null) playPlace(placeId);
}

/** Withdraws the offer. */
export function dismissTapped(): void {
  tapped.placeId = null;
}

/** Withdraws an offer once its story is selected, or the walk ends; until `scope` is disposed. */
export function followTapped(scope: Scope): void {
  scope.add(
    subscribe(listening, () => {
      const { onSite, selected } = listening.walk;
      if (tapped.placeId !== null && (!onSite || selected === tapped.placeId)) dismissTapped();
    }),
  );
  scope.add(dismissTapped);
}
