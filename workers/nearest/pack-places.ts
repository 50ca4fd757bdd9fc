import type { ShapePack } from '../../audio-wasm/kernels.ts';
import { packShapes } from '../../audio-wasm/shapes.ts';
import type { PackedPlaces, SeedPlace } from './nearest.api.ts';

/** Packs places into flat arrays: a zone's thousands of positions would be cloned one by one on the page's thread. */
export function packPlaces(places: readonly SeedPlace[]): PackedPlaces {
  return { ids: places.map(({ id }) => id), shapes: packShapes(places.map(({ geometry }) => geometry)) };
}

/** Returns the buffers of packed shapes, to be transferred with them. */
export function buffersOf({ records, starts, boxes }: ShapePack): ArrayBuffer[] {
  return [records.buffer, starts.buffer, boxes.buffer];
}
