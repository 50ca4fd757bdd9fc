import { proxy } from 'valtio';
import type { PlaceId } from '../../../contracts/vocabulary.ts';

/** The places that the walker passed while the phone was locked and no position came. */
export const passed = proxy<{ placeIds: PlaceId[] }>({ placeIds: [] });

/** Empties the list. */
export function dismissPassed(): void {
  passed.placeIds = [];
}
