import { randomBytes } from 'node:crypto';
import type { CallParsed, CallResponse } from '../../../../contracts/routes.ts';
import type { Database, Transactor } from '../../../store/database.ts';
import { insertPasskey, listPasskeys, type PasskeyRow } from '../../../store/passkeys.ts';
import { AppError } from '../../app-error.ts';
import type { SessionCaller } from '../../caller.ts';
import { type Clock, stamp } from '../../clock.ts';
import { addToTrail } from '../../trail/add-to-trail.ts';
import type { Device } from '../device.ts';
import { CHALLENGE_LIFETIME_MS, type Challenges } from './challenges.ts';
import { toOwnPasskey } from './own-passkeys.ts';
import { type ExpectOwner, expectSession } from './owner-check.ts';
import { expectPasskeys, type RelyingParty } from './relying-party.ts';
import { knownTransports, verifyNewKey } from './signed-responses.ts';

/** Maximum number of passkeys of one account. */
const PASSKEYS_MAX = 20;

/** As WebAuthn recommends: at most 64 bytes, random, without personal data. */
const USER_HANDLE_BYTES = 32;

/** Adds passkeys to the caller's account. */
export interface NewPasskeys {
  /**
   * Returns the options with which the browser makes a passkey.
   *
   * @throws AppError `passkeys_not_configured`; as `ExpectOwner`; `passkeys_full`.
   */
  start(caller: SessionCaller, password: string | undefined): Promise<CallResponse<'startPasskey'>>;
  /** @throws AppError `passkeys_not_configured`, `passkey_refused`, `passkeys_full`. */
  add(
    caller: SessionCaller,
    made: CallParsed<'addPasskey'>['body'],
    device: Device,
  ): Promise<CallResponse<'addPasskey'>>;
}

/** @param relyingParty null if there are no passkeys here. */
export function createNewPasskeys(
  database: Database,
  challenges: Challenges,
  expectOwner: ExpectOwner,
  relyingParty: RelyingParty | null,
  clock: Clock,
): NewPasskeys {
  return {
    start: async (caller, password) => {
      const { id: rpID } = expectPasskeys(relyingParty);
      const account = await expectOwner(caller, password);
      const own = await listPasskeys(database.reader, account.id);
      expectRoom(own);
      const user_handle = own[0]?.user_handle ?? randomBytes(USER_HANDLE_BYTES).toString('base64url');
      // Loaded on first use, because it takes 20 MB.
      const { generateRegistrationOptions } = await import('@simplewebauthn/server');
      const options = await generateRegistrationOptions({
        rpName: 'Drop ici',
        rpID,
        userName: account.email,
        userDisplayName: account.name,
        userID: new Uint8Array(Buffer.from(user_handle, 'base64url')),
        challenge: await challenges.make({ purpose: 'add', account_id: account.id, user_handle }),
        timeout: CHALLENGE_LIFETIME_MS,
        attestationType: 'none',
        excludeCredentials: own.map(({ credential_id, transports }) => ({
          id: credential_id,
          transports: knownTransports(JSON.parse(transports)),
        })),
        // Logins name nobody, so the key must be found without a name; and it replaces the password completely.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options };
    },

    add: async (caller, made, { browser, system }) => {
      const { challenge, key } = await verifyNewKey(made, expectPasskeys(relyingParty), challenges);
      const { account_id, user_handle } = challenge;
      if (account_id !== caller.id || user_handle === null) throw refusal('The challenge is for somebody else');
      const row = {
        account_id,
        user_handle,
        credential_id: key.credentialId,
        public_key: key.publicKey,
        counter: key.counter,
        transports: JSON.stringify(knownTransports(made.response.transports ?? [])),
        browser,
        system,
        added_at: stamp(clock),
        used_at: null,
      };
      const inserted = await database.transact(async (tx) => {
        await addToTrail(tx, clock, { action: 'passkey_added', by: caller, account: account_id });
        return insert(tx, caller, row);
      });
      return toOwnPasskey(inserted);
    },
  };
}

async function insert(tx: Transactor, caller: SessionCaller, row: Omit<PasskeyRow, 'id'>): Promise<PasskeyRow> {
  // Meanwhile the owner may have chosen another password by mail, which ends sessions and passkeys.
  await expectSession(tx, caller);
  expectRoom(await listPasskeys(tx, caller.id));
  const inserted = await insertPasskey(tx, row);
  if (inserted === undefined) throw refusal('This passkey is known already');
  return inserted;
}

function expectRoom(own: readonly PasskeyRow[]): void {
  if (own.length >= PASSKEYS_MAX)
    throw new AppError('passkeys_full', `An account has at most ${PASSKEYS_MAX} passkeys`);
}

function refusal(message: string): AppError {
  return new AppError('passkey_refused', message);
}
