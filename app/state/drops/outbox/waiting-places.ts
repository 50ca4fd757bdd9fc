import type { Place } from '../../../../contracts/place.ts';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import type { OutboxItem } from './outbox-view.ts';

/** The places in use, each once. */
export interface PlacesAndWaiting {
  /** Places as the server has them, without those whose drop is still on its way. */
  readonly settled: Place[];
  /** Drops of these parcours whose place is made with them, and that are not sent yet. */
  readonly waiting: OutboxItem[];
}

/** Tells the places that the server has apart from those that wait on this device. */
export function splitWaiting(
  places: readonly Place[],
  items: readonly OutboxItem[],
  mapIds: readonly ParcoursId[],
): PlacesAndWaiting {
  const waiting = items.filter(({ makesPlace, isUnsent, mapId }) => makesPlace && isUnsent && mapIds.includes(mapId));
  const onTheirWay = new Set(waiting.map(({ placeId }) => placeId));
  return { settled: places.filter(({ id }) => !onTheirWay.has(id)), waiting };
}
