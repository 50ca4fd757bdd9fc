import { proxy, subscribe } from 'valtio';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import type { Scope } from '../../../platform/scope.ts';
import { listening, playPlace, tapPlace } from '../listening.ts';

/** The place that was tapped during a walk, where taps select nothing; null without one. Changed by this file alone. */
export const tapped = proxy<{ placeId: PlaceId | null }>({ placeId: null });

/** A tap on a place of the map, or on empty space (null): selects it, or in audio-guide mode offers its story. */
export function tapMap(placeId: PlaceId | null): void {
  if (!listening.walk.onSite) tapPlace(placeId);
  // What is selected has the player already.
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
