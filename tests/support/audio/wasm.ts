import { readFile } from 'node:fs/promises';
import { buildWasmIfStale } from '../../../scripts/build/build.mjs';

/** The WASM core of the sources as they are now: built first where it is stale, so that one file's tests can run alone. */
export async function compileFreshCore(): Promise<WebAssembly.Module> {
  await buildWasmIfStale();
  const path = new URL('../../../audio-wasm/build/core.wasm', import.meta.url);
  return WebAssembly.compile(new Uint8Array(await readFile(path)));
}

/** Pushes all bytes to a stream of a kernel, in chunks of these lengths; the last one takes the rest. */
export function pushChunks(
  stream: { push(bytes: Uint8Array): void },
  bytes: Uint8Array,
  lengths: readonly number[],
): void {
  let at = 0;
  for (const length of lengths) {
    stream.push(bytes.subarray(at, at + length));
    at = Math.min(at + length, bytes.length);
  }
  stream.push(bytes.subarray(at));
}
