import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';

/** How long a name is refused: longer than a request may be on its way behind the one that gave the name up. */
const GIVEN_UP_MS = 120_000;

/**
 * Keys of uploads that their senders want no more, for two minutes each: requests that carry one may still be on their way,
 * or be worked on. Each account has its own. They go with this life of the server, as those requests do.
 */
export interface GivenUp {
  /**
   * Notes a key. It holds from the call on; the promise resolves once no work {@link under} the key goes on that may have
   * looked before.
   */
  note(caller: Caller, key: string): Promise<void>;
  /** Whether the key was given up just now. */
  has(caller: Caller, key: string): boolean;
  /** @throws AppError `conflict` where one of the keys was given up just now. */
  refuse(caller: Caller, keys: readonly string[]): void;
  /** Does work that looks for the keys at its end: who gives one of them up meanwhile hears after it what came of it. */
  under<Result>(caller: Caller, keys: readonly string[], work: () => Promise<Result>): Promise<Result>;
}

/** None yet. */
export function createGivenUp(clock: Clock): GivenUp {
  // By account and key: until when.
  const untilMs = new Map<string, number>();
  const running = new Set<{ readonly names: readonly string[]; readonly end: Promise<unknown> }>();

  const nameOf = (caller: Caller, key: string): string => `${caller.id} ${key}`;
  const has = (caller: Caller, key: string): boolean => (untilMs.get(nameOf(caller, key)) ?? 0) > clock();
  const add = (name: string): void => {
    const nowMs = clock();
    untilMs.delete(name);
    // Oldest first.
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
