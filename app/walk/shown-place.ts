import { proxy } from 'valtio';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { choosePlace } from './listening.ts';

/** The place that the map has yet to show. */
export const shownPlace = proxy<{ wantedId: PlaceId | null }>({ wantedId: null });

/** Chooses a place, and makes the map show it ('Voir sur la carte'). */
export function showPlace(placeId: PlaceId): void {
  choosePlace(placeId);
  shownPlace.wantedId = placeId;
}

/** Notes that the map shows the place. */
export function markShown(): void {
  shownPlace.wantedId = null;
}
