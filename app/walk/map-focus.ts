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

/** Makes the map show a place that can't be heard yet. */
export function showPlanned(placeId: PlaceId): void {
  shownPlace.wantedId = placeId;
}

/** Notes that the map shows the place. */
export function markShown(): void {
  shownPlace.wantedId = null;
}

/** The planned place whose card is open, which the map keeps in view beside it. Changed only in this file. */
export const plannedInView = proxy<{ id: PlaceId | null }>({ id: null });

/** Makes the map keep a planned place in view, as it does the chosen one, until the returned function is called. */
export function keepPlannedInView(id: PlaceId): () => void {
  plannedInView.id = id;
  return () => {
    if (plannedInView.id === id) plannedInView.id = null;
  };
}

/** Whether the map keeps the walker in its centre. Changed only in this file. */
export const following = proxy<{ isOn: boolean; requests: number }>({
  isOn: false,
  /** Number of requests: with each one the map moves to the walker, from wherever it is. */
  requests: 0,
});

/** Moves the map to the walker, and keeps it there until {@link stopFollowing}. */
export function followWalker(): void {
  following.isOn = true;
  following.requests += 1;
}

/** Leaves the map where it is. */
export function stopFollowing(): void {
  following.isOn = false;
}
