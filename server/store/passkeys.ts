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
