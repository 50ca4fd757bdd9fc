import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import type { PlannedPlace } from '../../contracts/planned-place.ts';
import { outbox } from '../drops/drop-services.ts';
import { withoutQueued } from '../drops/fill/fill.ts';
import { type PlacesAndWaiting, splitWaiting } from '../drops/outbox/outbox-view.ts';
import { withSteps } from '../places/order/in-order.ts';
import { places } from '../places/places.ts';
import { besidePlaces, plan } from '../places/plan.ts';
import { picked } from '../tellings/picked.ts';

/** Returns the places and waiting drops on the map: the same object until one of them changes. */
export function useShownPlaces(): PlacesAndWaiting {
  const { list } = useSnapshot(picked);
  const { parcoursIds } = useSnapshot(places);
  const { items } = useSnapshot(outbox);
  const { steps } = useSnapshot(plan);
  const maps = parcoursIds.join();
  const waiting = items
    .map(({ id, title, placeId, isUnsent, isDraft }) => [id, title, placeId, isUnsent, isDraft].join())
    .join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each progress of an upload makes new items with the same places.
  return useMemo(() => splitWaiting(withSteps(list, steps), items, parcoursIds), [list, maps, waiting, steps]);
}

/** A planned place, with its number for people who order the places. */
export type NumberedPlan = PlannedPlace & Pick<Place, 'step'>;

/** Returns the planned places that are shown beside the others: without those whose place is listed, or waits here. */
export function usePlannedPlaces(): readonly NumberedPlan[] {
  const { list: planned, steps } = useSnapshot(plan);
  const { list } = useSnapshot(picked);
  const { items } = useSnapshot(outbox);
  const queued = items.map(({ plannedId }) => plannedId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each progress of an upload makes new items for the same places.
  return useMemo(
    () => withSteps(besidePlaces(withoutQueued(planned, items), list), steps),
    [planned, list, queued, steps],
  );
}
