/** The current time in milliseconds since 1970. Passed in, so that tests control what expires. */
export type Clock = () => number;

/** A day, in milliseconds. */
export const DAY_MS = 24 * 3600 * 1000;

/** The current time as the database stores it: ISO 8601 in UTC. */
export function stamp(clock: Clock): string {
  return new Date(clock()).toISOString();
}

/** The time `days` days ago, as the database stores it. */
export function daysAgo(clock: Clock, days: number): string {
  return stamp(() => clock() - days * DAY_MS);
}
