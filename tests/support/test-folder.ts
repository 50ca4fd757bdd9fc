import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty folder for the running test; it is removed after the test and its `afterEach`. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'drop-ici-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
