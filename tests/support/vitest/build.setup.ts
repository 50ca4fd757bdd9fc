import { buildStale } from '../../../scripts/build/build.mjs';

/** Vitest's global setup of end-to-end tests: they open the built app, which the built server hands out. */
export async function setup(): Promise<void> {
  await buildStale();
}
