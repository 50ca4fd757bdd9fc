import { mapStrings } from './map.ts';
import { offlineWords } from './offline.ts';

/** Says how many places there are: none that could be loaded is not none. @param status how their load went */
export function printPlaceCount(status: 'idle' | 'loading' | 'ready' | 'failed', count: number): string {
  if (status === 'ready' || count > 0) return mapStrings.placeCount(count);
  return status === 'failed' ? offlineWords.placesUnknown : offlineWords.placesLoading;
}
