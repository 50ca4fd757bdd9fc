import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { type PlacesAndWaiting, splitWaiting } from '../../state/drops/outbox/waiting-places.ts';
import { outbox } from '../../state/drops/own-drops.ts';
import { places } from '../../state/places/places.ts';

/** What is on the map: the same object until a place or a waiting drop changes, whatever is sent meanwhile. */
export function useShownPlaces(): PlacesAndWaiting {
  const { list, mapIds } = useSnapshot(places);
  const { items } = useSnapshot(outbox);
  const of = mapIds.join();
  const waiting = items.map(({ id, title, placeId, isUnsent }) => [id, title, placeId, isUnsent].join()).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each per cent that is sent makes other items, with the same places.
  return useMemo(() => splitWaiting(list, items, mapIds), [list, of, waiting]);
}
