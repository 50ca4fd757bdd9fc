import { proxy } from 'valtio';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

/** The drop that was published last, until its author has seen it or hides that; null without one. Changed by this file alone. */
export const published = proxy<{ placeId: PlaceId | null }>({ placeId: null });

/** Sets the drop that the map shows as published. */
export function markPublished(placeId: PlaceId): void {
  published.placeId = placeId;
}

/** Clears the drop that the map shows as published. */
export function hidePublished(): void {
  published.placeId = null;
}

forgetAtSessionEnd(hidePublished);
