import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Leases, openLeases } from '../../server/domain/leases.ts';
import type { ServerRun } from '../../server/store/data-dir.ts';
import type { Database } from '../../server/store/database.ts';
import { openTestDatabase, removeTestDatabase } from './test-database.ts';

/** What servers on one database share, with a clock that only a test moves. */
export interface SharedLeases {
  readonly database: Database;
  /** A folder for files; it goes with the rest. */
  readonly dataDir: string;
  readonly clock: () => number;
  /** Lets the clock of all servers jump. */
  advance(byMs: number): void;
  /** The leases of another server, or of one that starts again if `holder` names the run before. */
  join(holder?: Partial<ServerRun>): Promise<Leases>;
  stop(): Promise<void>;
}

/** Opens an empty database that several servers work on. */
export async function shareLeases(): Promise<SharedLeases> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-leases-'));
  const database = await openTestDatabase(dataDir);
  let nowMs = Date.parse('2026-11-24T12:00:00Z');
  const opened: Leases[] = [];
  const clock = () => nowMs;
  return {
    database,
    dataDir,
    clock,
    advance: (byMs) => {
      nowMs += byMs;
    },
    join: async (holder) => {
      const leases = await openLeases(database, { id: randomUUID(), before: null, ...holder }, clock);
      opened.push(leases);
      return leases;
    },
    stop: async () => {
      for (const leases of opened) leases.close();
      await database.close();
      await removeTestDatabase(dataDir);
      await rm(dataDir, { recursive: true });
    },
  };
}
