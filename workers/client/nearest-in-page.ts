import { createPlainGeometryCore } from '../../audio-wasm/reference/geometry.ts';
import type { Circle, NearestPlace, SeedPlace } from '../nearest/nearest.api.ts';
import { createNearestIndex } from '../nearest/nearest-index.ts';

/** Finds every place within a circle, in the order of the client's `around`. */
export type Around = (circle: Circle) => NearestPlace[];

/**
 * The nearest worker's lookups in the page itself, for whoever asks thousands of times in a row, where each way to the
 * worker and back would take longer than the answer. The same index, over the plain twin of its kernel.
 *
 * @throws RangeError when an id stands twice
 */
export function createAround(places: readonly SeedPlace[]): Around {
  const index = createNearestIndex(createPlainGeometryCore());
  index.seed(places);
  return index.around;
}
