import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../store/database.ts';
import {
  type ChallengeRow,
  deleteChallenge,
  deleteExpiredChallenges,
  findChallenge,
  insertChallenge,
} from '../../../store/passkeys.ts';
import { AppError } from '../../app-error.ts';
import { type Clock, stamp } from '../../clock.ts';

/** Maximum time between a tap and the authenticator's signature. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** 256 bits: cannot be guessed. */
const CHALLENGE_BYTES = 32;

/** The purpose of a challenge. */
export type NewChallenge = Pick<ChallengeRow, 'purpose' | 'account_id' | 'user_handle'>;

/** Challenges for authenticators. Each is used once, within five minutes, for its purpose. */
export interface Challenges {
  /** Makes a challenge and returns its bytes. Also deletes expired challenges. */
  make(challenge: NewChallenge): Promise<Buffer<ArrayBuffer>>;
  /**
   * Deletes a challenge and returns it, so that it can't be used again.
   *
   * @param text in base64url, as the browser repeats it.
   * @throws AppError `passkey_refused` if there is none for this purpose.
   */
  take(text: string, purpose: ChallengeRow['purpose']): Promise<ChallengeRow>;
  deleteExpired(): Promise<void>;
}

/** The challenges in this database. */
export function createChallenges(database: Database, clock: Clock): Challenges {
  return {
    make: async (challenge) => {
      const bytes = randomBytes(CHALLENGE_BYTES);
      await database.transact(async (tx) => {
        await deleteExpiredChallenges(tx, stamp(clock));
        await insertChallenge(tx, {
          ...challenge,
          challenge_hash: hashOf(bytes.toString('base64url')),
          expires_at: stamp(() => clock() + CHALLENGE_LIFETIME_MS),
        });
      });
      return bytes;
    },

    take: async (text, purpose) => {
      const key = { challenge_hash: hashOf(text), purpose };
      // Read first, so that an unknown challenge costs no write.
      const found = await findChallenge(database.reader, key, stamp(clock));
      const isTaken = found !== undefined && (await database.transact((tx) => deleteChallenge(tx, key.challenge_hash)));
      if (!isTaken) throw new AppError('passkey_refused', 'Expected a challenge that is neither used nor too old');
      return found;
    },

    deleteExpired: () => database.transact((tx) => deleteExpiredChallenges(tx, stamp(clock))),
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
