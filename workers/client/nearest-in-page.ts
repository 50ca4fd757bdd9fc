import { createPlainGeometryCore } from '../../audio-wasm/reference/geometry.ts';
import type { Circle, NearestPlace, SeedPlace } from '../nearest/nearest.api.ts';
import { createNearestIndex } from '../nearest/nearest-index.ts';

/** Finds every place within a circle, in the order of the client's `around`. */
export type Around = (circle: Circle) => NearestPlace[];

/**
 * Creates the nearest worker's lookup on the calling thread, for thousands of lookups in a row, each shorter than a
 * round trip to the worker.
 *
 * @throws RangeError if an id occurs twice
 */
export function createAround(places: readonly SeedPlace[]): Around {
  const index = createNearestIndex(createPlainGeometryCore());
  index.seed(places);
  return index.around;
}
