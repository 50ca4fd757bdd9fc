import type { PlacesMeasure } from '../store/places.ts';
import type { QueueBounds } from './fair-queue.ts';

const MIB = 2 ** 20;
const MEGAPIXEL = 1_000_000;

/**
 * The bounds of all work that a request can ask for and that takes long, or much memory: docs/security.md lists them. Of the four
 * threads that Node has for files, SQLite and compression, one password and two pictures leave one.
 */
export const COSTLY_WORK = {
  /** Hashes of passwords: 19 MiB and some 30 ms of a thread each. */
  passwords: {
    busy: 'Too many passwords are being checked',
    atOnce: 1,
    atOnceOfOne: 1,
    waiting: 300,
    waitingOfOne: 100,
    retryAfterS: 5,
  },
  /** Pictures that are made smaller or drawn, by {@link pictureWeight}: two at most, and one if it is among the largest. */
  pictures: {
    busy: 'Too many pictures are being made',
    atOnce: 64 * MEGAPIXEL,
    atOnceOfOne: 40 * MEGAPIXEL,
    waiting: 60,
    waitingOfOne: 30,
    retryAfterS: 10,
  },
  /** Lists of places that are read and printed, by {@link listWeight}: the largest that one author has is twice as heavy. */
  lists: {
    busy: 'Too many long lists are being made',
    atOnce: 16 * MIB,
    atOnceOfOne: 8 * MIB,
    waiting: 500,
    waitingOfOne: 100,
    retryAfterS: 5,
  },
  /** Long bodies that are checked against their contract: some 20 ms for a zone of 10,000 positions. */
  bodies: {
    busy: 'Too many long requests are being checked',
    atOnce: 1,
    atOnceOfOne: 1,
    waiting: 120,
    waitingOfOne: 60,
    retryAfterS: 5,
  },
  /** Extracts that are cut out of the deployment's map: up to 4,096 tiles and 20 MiB. */
  extracts: {
    busy: 'Too many maps are being cut',
    atOnce: 1,
    atOnceOfOne: 1,
    waiting: 60,
    waitingOfOne: 8,
    retryAfterS: 10,
  },
  /** The beginning of an export, which reads and prints all rows of an account. */
  exports: {
    busy: 'Too many exports are being prepared',
    atOnce: 1,
    atOnceOfOne: 1,
    waiting: 20,
    waitingOfOne: 2,
    retryAfterS: 30,
  },
} as const satisfies Record<string, QueueBounds>;

/** What a place takes beside its shape while it is read and printed. */
const PLACE_BYTES = 2048;

/** The weight of a list with this number of places. */
export function listWeight({ places, shapeBytes }: PlacesMeasure): number {
  return shapeBytes + places * PLACE_BYTES;
}

/** As much as a picture weighs at least, so that small ones are few at a time, too: each has a thread. */
const PICTURE_MIN = 24 * MEGAPIXEL;

/** The weight of a picture with this number of pixels. */
export function pictureWeight(pixels: number): number {
  return Math.max(pixels, PICTURE_MIN);
}
