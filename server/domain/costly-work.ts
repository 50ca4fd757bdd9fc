import type { PlacesMeasure } from '../store/places.ts';
import type { QueueBounds } from './fair-queue.ts';

const MIB = 2 ** 20;

/** The bounds of all work that a request can ask for and that takes long, or much memory: docs/security.md lists them. */
export const COSTLY_WORK = {
  /** Lists of places that are read and printed, by {@link listWeight}: the largest that one author has is twice as heavy. */
  lists: {
    busy: 'Too many long lists are being made',
    atOnce: 16 * MIB,
    atOnceOfOne: 8 * MIB,
    waiting: 500,
    waitingOfOne: 100,
    retryAfterS: 5,
  },
} as const satisfies Record<string, QueueBounds>;

/** What a place takes beside its shape while it is read and printed. */
const PLACE_BYTES = 2048;

/** The weight of a list of so many places. */
export function listWeight({ places, shapeBytes }: PlacesMeasure): number {
  return shapeBytes + places * PLACE_BYTES;
}
