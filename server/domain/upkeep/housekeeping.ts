const DAY_MS = 24 * 3600 * 1000;

/** Work that keeps the data tidy, done now and every day. */
export interface Housekeeping {
  /** Ends it; resolves once nothing of it runs any more. */
  stop(): Promise<void>;
}

/**
 * Does every task, one after the other, and again each day until it is stopped. Resolves once each was done for the first
 * time. A task that fails is told to `onFailure` by its name, and keeps no other from being done.
 */
export async function startHousekeeping(
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
  onFailure: (task: string, error: unknown) => void,
): Promise<Housekeeping> {
  let stopped = false;
  const doAll = async (): Promise<void> => {
    for (const [name, task] of Object.entries(tasks)) {
      if (stopped) return;
      await task().catch((error: unknown) => onFailure(name, error));
    }
  };
  let round = doAll();
  await round;
  // A server has other reasons to stay alive.
  const timer = setInterval(() => {
    round = round.then(doAll);
  }, DAY_MS).unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
