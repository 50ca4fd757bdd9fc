import { proxy } from 'valtio';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { choosePlace } from './listening.ts';

/** The place that the map was asked to show, and has not shown yet. */
export const shownPlace = proxy<{ wantedId: PlaceId | null }>({ wantedId: null });

/** Chooses a place, and has the map show it ('Voir sur la carte'). */
export function showPlace(placeId: PlaceId): void {
  choosePlace(placeId);
  shownPlace.wantedId = placeId;
}

/** The map has got there. */
export function markShown(): void {
  shownPlace.wantedId = null;
}
