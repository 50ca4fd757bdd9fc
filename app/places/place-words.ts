import { mapStrings } from '../map/map-words.ts';
import { offlineWords } from '../page/offline-words.ts';

/** Shown for a place without a name. */
export const UNTITLED_PLACE = 'Untitled';

/** Returns the displayed name of a place. */
export function formatPlaceName(name: string): string {
  return name.trim() || UNTITLED_PLACE;
}

/** Formats the number of places; a failed load doesn't count as zero. @param status of loading them */
export function formatPlaceCount(status: 'idle' | 'loading' | 'ready' | 'failed', count: number): string {
  if (status === 'ready' || count > 0) return mapStrings.placeCount(count);
  return status === 'failed' ? offlineWords.placesUnknown : offlineWords.placesLoading;
}
