type Task = () => void;

const forgetters = new Set<Task>();
const finishers = new Set<Task>();

/**
 * Lets `forget` run whenever what one person has fetched must not be there for the next. Called by the state itself when
 * it loads, so that the session needs to know, and the login screen to load, no state that nobody has used yet.
 */
export function forgetAtSessionEnd(forget: Task): void {
  forgetters.add(forget);
}

/** Lets `finish` run while somebody who logs out is still logged in: for what only waited to be sent. */
export function finishBeforeLogout(finish: Task): void {
  finishers.add(finish);
}

/** Forgets what belongs to the session: for `state/session.ts` alone. */
export function forgetSessionWork(): void {
  for (const forget of forgetters) forget();
}

/** Begins what only waited: for `state/session.ts` alone. */
export function finishSessionWork(): void {
  for (const finish of finishers) finish();
}
