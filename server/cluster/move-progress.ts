import type { Clock } from '../domain/clock.ts';

/** A move was refused or has failed; the message says why, and what to do. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/** Reports a line to the operator. */
export type Say = (line: string) => void;

const SAY_EVERY_MS = 3000;

/** Creates a function that reports only the first of the lines in each few seconds. */
export function createTicker(say: Say, clock: Clock): Say {
  let nextAt = clock() + SAY_EVERY_MS;
  return (line) => {
    if (clock() < nextAt) return;
    nextAt = clock() + SAY_EVERY_MS;
    say(line);
  };
}

/** Formats a count for people: `12,000 rows`, `1 row`. */
export function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;
}
