import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { OutboxItem } from './outbox-view.ts';

/** The places in use, without duplicates. */
export interface PlacesAndWaiting {
  /** Places of the server, without those whose drop is not sent, or not saved yet. */
  readonly settled: Place[];
  /** Drops of these parcours that create a place and are not sent, or not saved yet. */
  readonly waiting: OutboxItem[];
}

/** Separates the server's places from those that wait on this device. */
export function splitWaiting(
  places: readonly Place[],
  items: readonly OutboxItem[],
  mapIds: readonly ParcoursId[],
): PlacesAndWaiting {
  const waiting = items.filter(
    ({ makesPlace, isUnsent, isDraft, mapId }) => makesPlace && (isUnsent || isDraft) && mapIds.includes(mapId),
  );
  const onTheirWay = new Set(waiting.map(({ placeId }) => placeId));
  return { settled: places.filter(({ id }) => !onTheirWay.has(id)), waiting };
}
