import type { GeometryCore } from '../../audio-wasm/kernels.ts';
import { createPlainGeometryCore } from '../../audio-wasm/reference/geometry.ts';
import { packShapes, type ShapeSource } from '../../audio-wasm/shapes.ts';

/** Cached, because packing a zone of thousands of corners takes longer than measuring to it. */
const cores = new WeakMap<ShapeSource, GeometryCore>();

/**
 * Returns metres from `[lng, lat]` to a shape as the nearest worker does, on the calling thread: 0 inside a zone, not
 * in its holes. Within 0.1 % up to 100 km. The shape must not be changed afterwards.
 */
export function shapeDistanceM(position: readonly [number, number], shape: ShapeSource): number {
  let core = cores.get(shape);
  if (core === undefined) {
    core = createPlainGeometryCore();
    core.setShapes(packShapes([shape]));
    cores.set(shape, core);
  }
  core.setOrigin(position);
  return core.distanceM(0);
}
