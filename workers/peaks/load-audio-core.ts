import coreUrl from '../../audio-wasm/build/core.wasm?url&no-inline';
import { compileCore } from '../../audio-wasm/compile.ts';
import { loadAudioCore } from '../../audio-wasm/core.ts';
import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../audio-wasm/reference/peaks.ts';

let core: AudioCore | undefined;

/**
 * Returns the audio kernels of this worker, loading them at the first call: in WASM, or the plain twins if the engine
 * doesn't support SIMD.
 *
 * @throws Error if the core can't be fetched; the next call tries again
 */
export async function getAudioCore(): Promise<AudioCore> {
  if (core !== undefined) return core;
  const module = await compileCore(coreUrl);
  core = module === null ? plainAudioCore : loadAudioCore(module);
  return core;
}
