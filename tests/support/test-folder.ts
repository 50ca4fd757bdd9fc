import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '../../server/store/database.ts';
import { openTestDatabase } from './test-database.ts';

/** Makes an empty folder for the running test; it is removed after the test and its `afterEach`. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'drop-ici-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** As {@link makeFolder}, with a database without rows, which is closed before the folder is removed. */
export async function makeDatabase(): Promise<{ readonly dataDir: string; readonly database: Database }> {
  const dataDir = await makeFolder();
  const database = await openTestDatabase(dataDir);
  onTestFinished(() => database.close());
  return { dataDir, database };
}
