import { DAY_MS } from '../clock.ts';

/** Clean-up tasks that run at the start and every day. */
export interface Housekeeping {
  /** Stops the timer; resolves when no task is running any more. */
  stop(): Promise<void>;
}

/**
 * Runs all tasks one after the other, and again every day until stopped. Resolves after the first round. `onFailure` is
 * called with the name of a failed task; the others still run.
 */
export async function startHousekeeping(
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
  onFailure: (task: string, error: unknown) => void,
): Promise<Housekeeping> {
  let stopped = false;
  const runAll = async (): Promise<void> => {
    for (const [name, task] of Object.entries(tasks)) {
      if (stopped) return;
      await task().catch((error: unknown) => onFailure(name, error));
    }
  };
  let round = runAll();
  await round;
  // The timer must not keep the process alive.
  const timer = setInterval(() => {
    round = round.then(runAll);
  }, DAY_MS).unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
