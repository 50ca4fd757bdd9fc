import type { PasskeyId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of passkeys; bytes are stored as base64url. */
export interface PasskeyRow {
  readonly id: PasskeyId;
  readonly account_id: UserId;
  readonly credential_id: string;
  /** COSE key. */
  readonly public_key: string;
  /** The account's id at the authenticator. */
  readonly user_handle: string;
  /** Number of uses as the authenticator counts them; always 0 for a passkey on several devices. */
  readonly counter: number;
  /** JSON array of the transports by which browsers reach the authenticator. */
  readonly transports: string;
  /** The browser and system it was added with; null if unknown. */
  readonly browser: string | null;
  readonly system: string | null;
  readonly added_at: string;
  /** When it was last used for a login; null if never. */
  readonly used_at: string | null;
}

/** The passkeys of an account in the order they were added. */
export async function listPasskeys(reader: Reader, accountId: UserId): Promise<PasskeyRow[]> {
  return reader<PasskeyRow>('passkeys').where({ account_id: accountId }).orderBy('id');
}

/** The passkey with this credential id. */
export async function findPasskey(reader: Reader, credentialId: string): Promise<PasskeyRow | undefined> {
  return reader<PasskeyRow>('passkeys').where({ credential_id: credentialId }).first();
}

/** Adds a passkey; returns undefined if its credential id is taken. */
export async function insertPasskey(tx: Transactor, row: Omit<PasskeyRow, 'id'>): Promise<PasskeyRow | undefined> {
  const [inserted] = await tx<PasskeyRow>('passkeys').insert(row).onConflict('credential_id').ignore().returning('*');
  return inserted;
}

/** Records a use of a passkey whose counter is still `from`. Returns whether there is one. */
export async function notePasskeyUse(
  tx: Transactor,
  id: PasskeyId,
  from: number,
  use: Pick<PasskeyRow, 'counter' | 'used_at'>,
): Promise<boolean> {
  return (await tx<PasskeyRow>('passkeys').where({ id, counter: from }).update(use)) > 0;
}

/** Deletes a passkey of this account. Returns whether there was one. */
export async function deletePasskeyOf(tx: Transactor, accountId: UserId, id: PasskeyId): Promise<boolean> {
  return (await tx<PasskeyRow>('passkeys').where({ id, account_id: accountId }).delete()) > 0;
}

/** Deletes every passkey of an account. */
export async function deletePasskeysOf(tx: Transactor, accountId: UserId): Promise<void> {
  await tx<PasskeyRow>('passkeys').where({ account_id: accountId }).delete();
}

/** The operation that an authenticator's signature is for. */
type ChallengePurpose = 'add' | 'login';

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
