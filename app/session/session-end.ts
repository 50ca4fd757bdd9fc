type Task = () => void;
/** Must start its calls before it first awaits, because they need the session. Resolves when everything is sent. */
type Finisher = () => Promise<unknown>;

const clearTasks = new Set<Task>();
const finishers = new Set<Finisher>();

/**
 * Registers a function that clears one person's data before the next person's session. Each store registers its own
 * when its module loads, so that the login screen loads no stores.
 */
export function forgetAtSessionEnd(forget: Task): void {
  clearTasks.add(forget);
}

/** Registers a function that sends pending work at logout, while the session still works. */
export function finishBeforeLogout(finish: Finisher): void {
  finishers.add(finish);
}

/** Clears the data of all stores. Only for `session.ts`. */
export function clearSessionData(): void {
  for (const forget of clearTasks) forget();
}

/** Sends all pending work. Resolves when all has succeeded or failed; never rejects. Only for `session.ts`. */
export async function sendPendingWork(): Promise<void> {
  await Promise.allSettled([...finishers].map((finish) => finish()));
}
