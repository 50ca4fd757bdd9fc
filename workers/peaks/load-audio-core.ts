import coreUrl from '../../audio-wasm/build/core.wasm?url&no-inline';
import { compileCore } from '../../audio-wasm/compile.ts';
import { loadAudioCore } from '../../audio-wasm/core.ts';
import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../audio-wasm/reference/peaks.ts';

/** The audio kernels in WASM, or their plain twins where the engine can't compile SIMD. */
export async function fetchAudioCore(): Promise<AudioCore> {
  const module = await compileCore(coreUrl);
  return module === null ? plainAudioCore : loadAudioCore(module);
}
