import coreUrl from '../../audio-wasm/build/core.wasm?url&no-inline';
import { compileCore } from '../../audio-wasm/compile.ts';
import { loadGeometryCore } from '../../audio-wasm/core.ts';
import type { GeometryCore } from '../../audio-wasm/kernels.ts';
import { createPlainGeometryCore } from '../../audio-wasm/reference/geometry.ts';

/** Loads the geometry kernel in WASM, or its plain twin if the engine can't compile the core. */
export async function fetchGeometryCore(): Promise<GeometryCore> {
  const module = await compileCore(coreUrl);
  return module === null ? createPlainGeometryCore() : loadGeometryCore(module);
}
