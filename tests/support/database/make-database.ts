import { onTestFinished } from 'vitest';
import type { Database } from '../../../server/store/database.ts';
import { makeFolder } from '../test-folder.ts';
import { openTestDatabase, removeTestDatabase } from './test-database.ts';

/** Makes a folder with a database without rows for the running test; both are removed after the test and its `afterEach`. */
export async function makeDatabase(): Promise<{ readonly dataDir: string; readonly database: Database }> {
  const dataDir = await makeFolder();
  const database = await openTestDatabase(dataDir);
  onTestFinished(async () => {
    await database.close();
    await removeTestDatabase(dataDir);
  });
  return { dataDir, database };
}
