import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';

/** How long a key is refused: longer than a request may be delayed behind the one that gave the key up. */
const GIVEN_UP_MS = 120_000;

/**
 * The keys of uploads that were given up in the last two minutes, by account: requests with such a key may still arrive or
 * be running. Kept in memory, since those requests don't survive a restart either.
 */
export interface GivenUp {
  /** Adds a key, at once. Resolves when the work {@link under} this key that may have checked before has ended. */
  note(caller: Caller, key: string): Promise<void>;
  /** Whether the key was just given up. */
  has(caller: Caller, key: string): boolean;
  /** @throws AppError `conflict` if one of the keys was just given up. */
  refuse(caller: Caller, keys: readonly string[]): void;
  /** Runs work that checks the keys at its end; `note` waits for it. */
  under<Result>(caller: Caller, keys: readonly string[], work: () => Promise<Result>): Promise<Result>;
}

/** Creates an empty set. */
export function createGivenUp(clock: Clock): GivenUp {
  // Expiry by account and key, oldest first.
  const untilMs = new Map<string, number>();
  const running = new Set<{ readonly names: readonly string[]; readonly end: Promise<unknown> }>();

  const nameOf = (caller: Caller, key: string): string => `${caller.id} ${key}`;
  const has = (caller: Caller, key: string): boolean => (untilMs.get(nameOf(caller, key)) ?? 0) > clock();
  const add = (name: string): void => {
    const nowMs = clock();
    untilMs.delete(name);
    for (const [earlier, endMs] of untilMs) {
      if (endMs > nowMs) break;
      untilMs.delete(earlier);
    }
    untilMs.set(name, nowMs + GIVEN_UP_MS);
  };

  return {
    note: async (caller, key) => {
      const name = nameOf(caller, key);
      add(name);
      await Promise.allSettled([...running].flatMap(({ names, end }) => (names.includes(name) ? [end] : [])));
    },
    has,
    refuse: (caller, keys) => {
      if (keys.some((key) => has(caller, key))) throw new AppError('conflict', 'This upload was given up');
    },
    under: async (caller, keys, work) => {
      const end = work();
      const one = { names: keys.map((key) => nameOf(caller, key)), end };
      running.add(one);
      try {
        return await end;
      } finally {
        running.delete(one);
      }
    },
  };
}
