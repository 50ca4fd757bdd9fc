import { orderCalls, type PlaceOrder } from '../../../contracts/calls/order-calls.ts';
import type { Place } from '../../../contracts/place.ts';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { refreshPlaces } from '../places.ts';
import { besidePlaces, refreshPlan } from '../plan.ts';

addCalls(orderCalls);

/** Reads the order of a parcours, and its places. @throws as `call` does */
export async function readOrder(parcoursId: ParcoursId): Promise<PlaceOrder> {
  const [order] = await Promise.all([
    call('readOrder', { params: { mapId: parcoursId } }),
    refreshPlaces(),
    refreshPlan(),
  ]);
  return order;
}

/** Replaces the order that had `version`, and shows the new numbers. @throws as `call` does: see `setOrder` */
export async function saveOrder(
  parcoursId: ParcoursId,
  placeIds: readonly PlaceId[],
  version: PlaceOrder['version'],
): Promise<void> {
  await call('setOrder', { params: { mapId: parcoursId }, body: { placeIds: [...placeIds], version } });
  await Promise.all([refreshPlaces(), refreshPlan()]);
}

/** A place that can have a number. */
export type OrderedPlace = Pick<Place, 'id' | 'appelation' | 'held' | 'media'> & { readonly isPlanned?: boolean };

/**
 * Returns a parcours' places and planned places. Of a planned place and the one that fills it only one is there: the one
 * in the order, otherwise the planned one, whose number the other gets once it is public. Pure.
 */
export function withPlanned(
  parcoursId: ParcoursId,
  places: readonly Place[],
  planned: readonly PlannedPlace[],
  order: readonly PlaceId[],
): OrderedPlace[] {
  const ordered = order.map((id) => ({ id }));
  const shown = besidePlaces(planned, ordered).filter(({ map }) => map.id === parcoursId);
  const others = places.filter(
    ({ id, map }) => map.id === parcoursId && !shown.some(({ filledBy }) => filledBy === id),
  );
  return [...others, ...shown.map(({ id, appelation }) => ({ id, appelation, media: null, isPlanned: true }))];
}

/** Returns the order with a place at this index, from 0; without it if that is null. Pure. */
export function withPlaceAt(order: readonly PlaceId[], placeId: PlaceId, index: number | null): PlaceId[] {
  const others = order.filter((id) => id !== placeId);
  return index === null ? others : [...others.slice(0, index), placeId, ...others.slice(index)];
}

/** Whether two orders are the same. */
export function isSameOrder(a: readonly PlaceId[], b: readonly PlaceId[]): boolean {
  return a.join() === b.join();
}
