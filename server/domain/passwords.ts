import argon2 from 'argon2';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane; about 30 ms on a small server. */
const COST = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password for keeping (argon2id, its own random salt). */
export async function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, COST);
}

/**
 * True when the password matches the hash. Without a hash, or with an empty one, it answers false, after the same work:
 * the time taken doesn't tell whether an account exists.
 */
export async function matchesPassword(hash: string | undefined, password: string): Promise<boolean> {
  if (hash !== undefined && hash !== '') return argon2.verify(hash, password);
  await argon2.hash(password, COST);
  return false;
}

/** True when a hash was made with another cost than passwords are hashed with now. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith('$argon2id$') || argon2.needsRehash(hash, COST);
}
