import { readFile } from 'node:fs/promises';
import { buildWasmIfStale } from '../../scripts/build/build.mjs';

/** The WASM core of the sources as they are now: built first where it is stale, so that one file's tests can run alone. */
export async function compileFreshCore(): Promise<WebAssembly.Module> {
  await buildWasmIfStale();
  const path = new URL('../../audio-wasm/build/core.wasm', import.meta.url);
  return WebAssembly.compile(new Uint8Array(await readFile(path)));
}
