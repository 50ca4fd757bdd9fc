import coreUrl from '../audio-wasm/build/core.wasm?url&no-inline';
import { compileCore, loadAudioCore, loadGeometryCore } from '../audio-wasm/core.ts';
import type { AudioCore, GeometryCore } from '../audio-wasm/kernels.ts';
import { plainAudioCore } from '../audio-wasm/reference/audio.ts';
import { createPlainGeometryCore } from '../audio-wasm/reference/geometry.ts';

/** Loads the geometry kernel in WASM, or its plain twin if the engine can't compile the core. */
export async function fetchGeometryCore(): Promise<GeometryCore> {
  const module = await compileCore(coreUrl);
  return module === null ? createPlainGeometryCore() : loadGeometryCore(module);
}

let core: AudioCore | undefined;

/**
 * Returns this worker's audio kernels: in WASM, or the plain twins without SIMD.
 *
 * @throws Error if they can't be fetched
 */
export async function getAudioCore(): Promise<AudioCore> {
  if (core !== undefined) return core;
  const module = await compileCore(coreUrl);
  core = module === null ? plainAudioCore : loadAudioCore(module);
  return core;
}
