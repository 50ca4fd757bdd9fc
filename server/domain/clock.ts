/** The present moment, in milliseconds since 1970. Everything that expires asks it. */
export type Clock = () => number;

/** A day, in milliseconds. */
export const DAY_MS = 24 * 3600 * 1000;

/** A moment as the database keeps it: ISO 8601 in UTC. */
export function stamp(clock: Clock): string {
  return new Date(clock()).toISOString();
}
