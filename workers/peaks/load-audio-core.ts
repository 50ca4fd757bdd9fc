import coreUrl from '../../audio-wasm/build/core.wasm?url&no-inline';
import { compileCore } from '../../audio-wasm/compile.ts';
import { loadAudioCore } from '../../audio-wasm/core.ts';
import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../audio-wasm/reference/peaks.ts';

let core: AudioCore | undefined;

/**
 * The audio kernels of this worker, loaded by the first call: in WASM, or their plain twins where the engine can't
 * compile SIMD.
 *
 * @throws Error when the core can't be fetched; the next call tries again
 */
export async function getAudioCore(): Promise<AudioCore> {
  if (core !== undefined) return core;
  const module = await compileCore(coreUrl);
  core = module === null ? plainAudioCore : loadAudioCore(module);
  return core;
}
