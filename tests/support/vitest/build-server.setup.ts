import { buildServer } from '../../../scripts/build/build.mjs';

/** Vitest's global setup of the server's tests: some of them start the built server. */
export async function setup(): Promise<void> {
  await buildServer();
}
