import { createPlainGeometryCore } from '../../audio-wasm/reference/geometry.ts';
import type { NearestPlace, SeedPlace } from '../nearest/nearest.api.ts';
import { createNearestIndex } from '../nearest/nearest-index.ts';

/**
 * The nearest worker's lookup on the calling thread, for thousands of lookups in a row, where each round trip to the worker
 * would take longer than the lookup. Uses the same index with the plain twin of its kernel.
 *
 * @returns finds all places within `radiusM` of `[lng, lat]`, in the order of the client's `around`
 * @throws RangeError if an id occurs twice
 */
export function createAround(
  places: readonly SeedPlace[],
): (position: readonly [number, number], radiusM: number) => NearestPlace[] {
  const index = createNearestIndex(createPlainGeometryCore());
  index.seed(places);
  return (position, radiusM) => index.around(position, radiusM);
}
