import type { CostlyWork } from '../../contracts/call.ts';
import type { PlacesMeasure } from '../store/places.ts';
import type { QueueBounds } from './fair-queue.ts';

const MIB = 2 ** 20;
const MEGAPIXEL = 1_000_000;

/**
 * The limits of all work on request that takes long or much memory; docs/security.md lists them. Node has four threads
 * for files, SQLite and compression: one password and two pictures leave one free.
 */
export const COSTLY_WORK = {
  /** Password hashes: each takes 19 MiB and about 30 ms of a thread. */
  passwords: {
    busy: 'Too many passwords are being checked',
    atOnce: 1,
    atOnceOfOne: 1,
    waiting: 300,
    waitingOfOne: 100,
    retryAfterS: 5,
  },
  /** Pictures to scale down or draw, weighed by {@link pictureWeight}: at most two, or one of the largest. */
  pictures: {
    busy: 'Too many pictures are being made',
    atOnce: 64 * MEGAPIXEL,
    atOnceOfOne: 40 * MEGAPIXEL,
    waiting: 60,
    waitingOfOne: 30,
    retryAfterS: 10,
  },
  /** Lists of places to read and serialize, by {@link listWeight}: an author's largest list weighs twice `atOnce`. */
  lists: {
    busy: 'Too many long lists are being made',
    atOnce: 16 * MIB,
    atOnceOfOne: 8 * MIB,
    waiting: 500,
    waitingOfOne: 100,
    retryAfterS: 5,
  },
  /** Long bodies that are checked against their contract: about 20 ms for a zone of 10,000 positions. */
  bodies: {
    busy: 'Too many long requests are being checked',
    atOnce: 1,
    atOnceOfOne: 1,
    waiting: 120,
    waitingOfOne: 60,
    retryAfterS: 5,
  },
  /** Extracts cut from the deployment's map: up to 4,096 tiles and 20 MiB. */
  extracts: {
    busy: 'Too many maps are being cut',
    atOnce: 1,
    atOnceOfOne: 1,
    waiting: 60,
    waitingOfOne: 8,
    retryAfterS: 10,
  },
  /** The beginning of an export, which reads and serializes all rows of an account or a parcours. */
  exports: {
    busy: 'Too many exports are being prepared',
    atOnce: 1,
    atOnceOfOne: 1,
    waiting: 20,
    waitingOfOne: 2,
    retryAfterS: 30,
  },
  /** Parcours that come from ZIPs: their sounds are copied, their pictures decoded. */
  imports: {
    busy: 'Too many parcours are being imported',
    atOnce: 1,
    atOnceOfOne: 1,
    waiting: 4,
    waitingOfOne: 1,
    retryAfterS: 60,
  },
} as const satisfies Record<CostlyWork, QueueBounds>;

/** Bytes that a place takes beside its shape while it is read and serialized. */
const PLACE_BYTES = 2048;

/** Returns the weight of a list with this number of places. */
export function listWeight({ places, shapeBytes }: PlacesMeasure): number {
  return shapeBytes + places * PLACE_BYTES;
}

/** Minimum weight of a picture, which limits the number of small pictures, too: each needs a thread. */
const PICTURE_MIN = 24 * MEGAPIXEL;

/** Returns the weight of a picture with this number of pixels. */
export function pictureWeight(pixels: number): number {
  return Math.max(pixels, PICTURE_MIN);
}

/** Lets all other waiting work run first: long work runs in slices, so that other calls needn't wait for all of it. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Characters of shapes that are read or serialized in one slice: about five milliseconds. */
export const SLICE_CHARS = 2 ** 18;
