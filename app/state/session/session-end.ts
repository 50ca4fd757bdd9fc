type Task = () => void;
/** @returns a promise that settles once all is sent. Begins its calls before it first waits: they need the session. */
type Finisher = () => Promise<unknown>;

const forgetters = new Set<Task>();
const finishers = new Set<Finisher>();

/**
 * Lets `forget` run whenever what one person has fetched must not be there for the next. Called by the state itself when
 * it loads, so that the session needs to know, and the login screen to load, no state that nobody has used yet.
 */
export function forgetAtSessionEnd(forget: Task): void {
  forgetters.add(forget);
}

/** Lets `finish` run while somebody who logs out is still logged in: for what only waited to be sent. */
export function finishBeforeLogout(finish: Finisher): void {
  finishers.add(finish);
}

/** Forgets what belongs to the session: for `session.ts` alone. */
export function forgetSessionWork(): void {
  for (const forget of forgetters) forget();
}

/** Sends what only waited: for `session.ts` alone. Settles once all has arrived or failed; never rejects. */
export async function finishSessionWork(): Promise<void> {
  await Promise.allSettled([...finishers].map((finish) => finish()));
}
