import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { outbox } from '../drops/drop-services.ts';
import { type PlacesAndWaiting, splitWaiting } from '../drops/outbox/outbox-view.ts';
import { places } from '../places/places.ts';

/** Returns the places and waiting drops on the map: the same object until one of them changes. */
export function useShownPlaces(): PlacesAndWaiting {
  const { list, parcoursIds } = useSnapshot(places);
  const { items } = useSnapshot(outbox);
  const maps = parcoursIds.join();
  const waiting = items
    .map(({ id, title, placeId, isUnsent, isDraft }) => [id, title, placeId, isUnsent, isDraft].join())
    .join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each progress of an upload makes new items with the same places.
  return useMemo(() => splitWaiting(list, items, parcoursIds), [list, maps, waiting]);
}
