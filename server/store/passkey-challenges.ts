import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** The operation that an authenticator's signature is for. */
export type ChallengePurpose = 'add' | 'login';

/** A row of passkey_challenges. */
export interface ChallengeRow {
  /** SHA-256 of the challenge. */
  readonly challenge_hash: string;
  readonly purpose: ChallengePurpose;
  /** The account that gets a passkey; null for a login. */
  readonly account_id: UserId | null;
  /** The account's id at the authenticator; null for a login. */
  readonly user_handle: string | null;
  readonly expires_at: string;
}

/** Adds a challenge. */
export async function insertChallenge(tx: Transactor, row: ChallengeRow): Promise<void> {
  await tx<ChallengeRow>('passkey_challenges').insert(row);
}

/** The challenge with this hash and purpose that expires after `now`. */
export async function findChallenge(
  reader: Reader,
  { challenge_hash, purpose }: Pick<ChallengeRow, 'challenge_hash' | 'purpose'>,
  now: string,
): Promise<ChallengeRow | undefined> {
  return reader<ChallengeRow>('passkey_challenges')
    .where({ challenge_hash, purpose })
    .where('expires_at', '>', now)
    .first();
}

/** Deletes a challenge. Returns whether there was one. */
export async function deleteChallenge(tx: Transactor, challengeHash: string): Promise<boolean> {
  return (await tx<ChallengeRow>('passkey_challenges').where({ challenge_hash: challengeHash }).delete()) > 0;
}

/** Deletes the challenges that expired at this time or before. */
export async function deleteExpiredChallenges(tx: Transactor, now: string): Promise<void> {
  await tx<ChallengeRow>('passkey_challenges').where('expires_at', '<=', now).delete();
}
