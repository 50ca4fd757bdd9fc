import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type Leases, openLeases } from '../../../server/domain/leases.ts';
import type { ServerRun } from '../../../server/store/data-dir.ts';
import type { Database } from '../../../server/store/database.ts';
import { makeDatabase } from '../database/make-database.ts';

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
}

/** Makes an empty database for the running test, on which several servers work; all of it ends after the test. */
export async function shareLeases(): Promise<SharedLeases> {
  const made = await makeDatabase();
  let nowMs = Date.parse('2026-11-24T12:00:00Z');
  const clock = () => nowMs;
  return {
    ...made,
    clock,
    advance: (byMs) => {
      nowMs += byMs;
    },
    join: async (holder) => {
      const leases = await openLeases(made.database, { id: randomUUID(), before: null, ...holder }, clock);
      onTestFinished(() => leases.close());
      return leases;
    },
  };
}
