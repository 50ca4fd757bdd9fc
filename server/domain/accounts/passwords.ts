import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { COSTLY_WORK } from '../costly-work.ts';
import { createFairQueue } from '../fair-queue.ts';

const COSTS = {
  /** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane; about 20 ms on a small server. */
  strong: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** For tests. */
  fast: { memoryCost: 64, timeCost: 1, parallelism: 1 },
} as const satisfies Record<string, Options>;

/** Hashes and checks passwords, at one cost, in turns by owner (see `ownerOf`). Both throw AppError `busy`. */
export type Passwords = ReturnType<typeof createPasswords>;

/** Creates a hasher with this cost. */
export function createPasswords(cost: keyof typeof COSTS) {
  const options = COSTS[cost];
  const takeTurn = createFairQueue(COSTLY_WORK.passwords);
  return {
    /** Hashes a password with argon2id and a random salt. */
    hash: (password: string, owner: string): Promise<string> => takeTurn(owner, () => hash(password, options)),

    /**
     * Whether the password matches the hash. Without a hash, or with an empty one, it returns false after the same work, so
     * that the time does not reveal whether an account exists.
     */
    matches: (stored: string | undefined, password: string, owner: string): Promise<boolean> =>
      takeTurn(owner, async () => {
        if (stored !== undefined && stored !== '') return verify(stored, password);
        await hash(password, options);
        return false;
      }),

    /** Whether a hash was made with another cost than the current one. */
    isOutdated: (stored: string): boolean => {
      if (!stored.startsWith('$argon2id$')) return true;
      const { memoryCost, timeCost, parallelism } = parseOptions(stored);
      return memoryCost !== options.memoryCost || timeCost !== options.timeCost || parallelism !== options.parallelism;
    },
  };
}
