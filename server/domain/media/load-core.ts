import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileCoreBytes } from '../../../audio-wasm/compile.ts';
import { loadAudioCore } from '../../../audio-wasm/core.ts';
import type { AudioCore } from '../../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../../audio-wasm/reference/peaks.ts';
import { projectRoot } from '../../project-root.ts';

/** Loads the audio kernels; falls back to plain TypeScript if the compiled core is missing or can't be compiled. */
export async function loadCore(wasmPath = join(projectRoot(), 'audio-wasm/build/core.wasm')): Promise<AudioCore> {
  try {
    const module = await compileCoreBytes(new Uint8Array(await readFile(wasmPath)));
    return module === null ? plainAudioCore : loadAudioCore(module);
  } catch {
    return plainAudioCore;
  }
}
