import { useCallback } from 'react';
import { useSnapshot } from 'valtio';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { places } from '../places/places.ts';
import { UNTITLED_PLACE } from '../places/untitled-words.ts';

/** Returns a function from a place's id to its name. */
export function useNameOf(): (placeId: PlaceId) => string {
  const { list } = useSnapshot(places);
  return useCallback((placeId) => list.find(({ id }) => id === placeId)?.appelation.trim() || UNTITLED_PLACE, [list]);
}
