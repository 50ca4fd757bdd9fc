import { useCallback } from 'react';
import { useSnapshot } from 'valtio';
import { UNTITLED_PLACE } from '../../../contracts/limits.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { places } from '../../state/places.ts';

/** Gives the names of the parcours' places. */
export function useNameOf(): (placeId: PlaceId) => string {
  const { list } = useSnapshot(places);
  return useCallback((placeId) => list.find(({ id }) => id === placeId)?.appelation.trim() || UNTITLED_PLACE, [list]);
}
