import { proxy } from 'valtio';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

/** The drop that was published last, until its author has seen or dismissed it. Changed only in this file. */
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
