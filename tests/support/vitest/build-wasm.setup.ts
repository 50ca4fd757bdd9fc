import { buildWasmIfStale } from '../../../scripts/build/build.mjs';

/** Vitest's global setup of the browser tests: their workers import the WASM core as a file, so it must be there. */
export async function setup(): Promise<void> {
  await buildWasmIfStale();
}
