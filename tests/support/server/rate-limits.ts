import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRateLimits, type RateLimits } from '../../../server/http/rate-limit.ts';
import type { Database } from '../../../server/store/database.ts';
import { openTestDatabase, removeTestDatabase } from '../database/test-database.ts';

/** Hashes what the tests count by. */
export const HASH_KEY = Buffer.alloc(32, 7);

/** The limits of servers on one database. */
export interface TestRateLimits {
  /** Those of another server: on SQLite, where there is only one, they count by themselves. */
  join(): RateLimits;
  readonly database: Database;
  stop(): Promise<void>;
}

/** Opens an empty database whose servers have limits. */
export async function openRateLimits(): Promise<TestRateLimits> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-limits-'));
  const database = await openTestDatabase(dataDir);
  const { counts } = database;
  return {
    join: () => createRateLimits(counts === null ? null : { ...counts, hashKey: HASH_KEY }),
    database,
    stop: async () => {
      await database.close();
      await removeTestDatabase(dataDir);
      await rm(dataDir, { recursive: true });
    },
  };
}
