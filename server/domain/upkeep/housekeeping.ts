import type { Database, Reader } from '../../store/database.ts';
import { type FreeNow, isFree } from '../../store/leases.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import { type Lease, LeaseLostError, type Leases } from '../leases.ts';

/** How often a server looks for tasks that are due. */
const LOOK_MS = 10 * 60_000;

/** Tasks by their names, which say what they do. */
type Tasks<Task> = Readonly<Record<string, Task>>;

type SharedTask = (isOurs: () => Promise<boolean>) => Promise<unknown>;

/** The dependencies of {@link startHousekeeping}. */
export interface HousekeepingParts {
  /**
   * Tasks for the data that servers share: one of the servers runs each, once a day. `isOurs` tells whether no other
   * server has taken over, for work that must not be done twice.
   */
  readonly shared: Tasks<SharedTask>;
  /** Shared tasks that take long: a start does not wait for them. */
  readonly slow: Tasks<SharedTask>;
  /** Tasks for each server's own data: each server runs them, once a day and after the shared tasks. */
  readonly own: Tasks<() => Promise<unknown>>;
  readonly database: Database;
  readonly leases: Leases;
  /** Called with the name of a failed task, which waits for the next day; the others still run. */
  readonly onFailure: (task: string, error: unknown) => void;
  readonly clock: Clock;
}

/**
 * Runs the tasks that are due, or all of them if the server was restarted, one after the other; then runs tasks
 * whenever they are due, until stopped. Resolves after the first round, except for the slow tasks.
 */
export async function startHousekeeping(parts: HousekeepingParts) {
  const { shared, slow, own, database, leases, onFailure, clock } = parts;
  let stopped = false;
  let ownDueMs = Number.NEGATIVE_INFINITY;
  // After a restart all tasks run, so that an operator's changes take effect at once.
  let isDueAtOnce = leases.isRestarted;

  async function runShared(name: string, task: SharedTask, lease: Lease): Promise<void> {
    const startedMs = clock();
    try {
      await task(lease.isHeld).catch((error: unknown) => onFailure(name, error));
      await database.transact((tx) => lease.end(tx, { failures: 0, waitMs: startedMs + DAY_MS - clock() }));
    } finally {
      lease.letGo();
    }
  }

  async function runDue(tasks: Tasks<SharedTask>): Promise<void> {
    for (const [subject, task] of Object.entries(tasks)) {
      if (stopped) return;
      try {
        const find = async (reader: Reader, free: FreeNow): Promise<string[]> =>
          isDueAtOnce || (await isFree(reader, { kind: 'task', subject }, free)) ? [subject] : [];
        const lease = await leases.take('task', find, isDueAtOnce);
        if (lease === undefined) continue;
        ownDueMs = Number.NEGATIVE_INFINITY;
        await runShared(subject, task, lease);
      } catch (error) {
        if (!(error instanceof LeaseLostError)) onFailure(subject, error);
      }
    }
  }

  async function runQuick(): Promise<void> {
    await runDue(shared);
    if (clock() < ownDueMs) return;
    ownDueMs = clock() + DAY_MS;
    for (const [name, task] of Object.entries(own)) {
      if (stopped) return;
      await task().catch((error: unknown) => onFailure(name, error));
    }
  }

  async function runSlow(): Promise<void> {
    await runDue(slow);
    isDueAtOnce = false;
  }

  await runQuick();
  let round = runSlow();
  // The timer must not keep the process alive.
  const timer = setInterval(() => {
    round = round.then(runQuick).then(runSlow);
  }, LOOK_MS).unref();
  return {
    /** Stops the timer; resolves when no task is running any more. */
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
