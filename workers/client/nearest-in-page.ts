import { createPlainGeometryCore } from '../../audio-wasm/reference/geometry.ts';
import type { NearestPlace, SeedPlace } from '../nearest/nearest.api.ts';
import { createNearestIndex } from '../nearest/nearest-index.ts';

/**
 * The nearest worker's lookups in the page itself, for whoever asks thousands of times in a row, where each way to the
 * worker and back would take longer than the answer. The same index, over the plain twin of its kernel.
 *
 * @returns every place within `radiusM` of `[lng, lat]`, the preferred first, as the client's `around` has it
 * @throws RangeError when an id stands twice
 */
export function createAround(
  places: readonly SeedPlace[],
): (position: readonly [number, number], radiusM: number) => NearestPlace[] {
  const index = createNearestIndex(createPlainGeometryCore());
  index.seed(places);
  return (position, radiusM) => index.around(position, radiusM);
}
