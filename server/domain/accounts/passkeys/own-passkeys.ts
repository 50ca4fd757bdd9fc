import { randomBytes } from 'node:crypto';
import type { OwnPasskey } from '../../../../contracts/logins.ts';
import type { CallParsed, CallResponse } from '../../../../contracts/routes.ts';
import { isThrowaway } from '../../../../contracts/user.ts';
import type { PasskeyId } from '../../../../contracts/vocabulary.ts';
import { type AccountRow, findAccount } from '../../../store/accounts.ts';
import type { Database, Reader, Transactor } from '../../../store/database.ts';
import { deletePasskeyOf, insertPasskey, listPasskeys, type PasskeyRow } from '../../../store/passkeys.ts';
import { findSession } from '../../../store/sessions.ts';
import { AppError } from '../../app-error.ts';
import { addToAuditLog } from '../../audit-log/write-audit-log.ts';
import type { Caller, SessionCaller } from '../../caller.ts';
import { type Clock, stamp } from '../../clock.ts';
import { ownerOf } from '../../fair-queue.ts';
import type { Passwords } from '../passwords.ts';
import type { Device } from '../sessions.ts';
import {
  CHALLENGE_LIFETIME_MS,
  type Challenges,
  expectPasskeys,
  knownTransports,
  type RelyingParty,
  verifyNewKey,
} from './signed-responses.ts';

/** The passkeys in this database. @param hasGoogle whether accounts of Google can log in here. */
export function createOwnPasskeys(database: Database, hasGoogle: boolean, clock: Clock) {
  return {
    /** Returns the passkeys in the order in which they were added. */
    list: async ({ id }: Caller): Promise<OwnPasskey[]> => (await listPasskeys(database.reader, id)).map(toOwnPasskey),

    /** @throws AppError `not_found` if the caller has no such passkey; `last_way_in` without another way to log in. */
    delete: (caller: Caller, id: PasskeyId) =>
      database.transact(async (tx) => {
        const account = await findAccount(tx, caller.id);
        const own = await listPasskeys(tx, caller.id);
        if (account === undefined || !own.some((passkey) => passkey.id === id)) {
          throw new AppError('not_found', 'The caller has no such passkey');
        }
        const hasOther = account.password_hash !== '' || (hasGoogle && account.google_subject !== null);
        if (own.length === 1 && !hasOther) throw new AppError('last_way_in', 'There is no other way to log in');
        await deletePasskeyOf(tx, caller.id, id);
        await addToAuditLog(tx, clock, { action: 'passkey_deleted', by: caller, account: caller.id });
      }),
  };
}

/** A passkey as its owner sees it. */
function toOwnPasskey({ id, browser, system, added_at, used_at }: PasskeyRow): OwnPasskey {
  return { id, browser, system, addedAt: added_at, usedAt: used_at };
}

/** Maximum number of passkeys of one account. */
const PASSKEYS_MAX = 20;

/** As WebAuthn recommends: at most 64 bytes, random, without personal data. */
const USER_HANDLE_BYTES = 32;

interface NewPasskeysParts {
  readonly database: Database;
  readonly challenges: Challenges;
  readonly expectOwner: ExpectOwner;
  readonly relyingParty: RelyingParty | null;
  readonly clock: Clock;
}

/** @param relyingParty null if there are no passkeys here. */
export function createNewPasskeys(parts: NewPasskeysParts) {
  const { database, challenges, expectOwner, relyingParty, clock } = parts;
  return {
    /**
     * Returns the options with which the browser makes a passkey.
     * @throws AppError `passkeys_not_configured`; as `ExpectOwner`; `passkeys_full`.
     */
    start: async (caller: SessionCaller, password: string | undefined): Promise<CallResponse<'startPasskey'>> => {
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

    /** @throws AppError `passkeys_not_configured`, `passkey_refused`, `passkeys_full`. */
    add: async (
      caller: SessionCaller,
      made: CallParsed<'addPasskey'>['body'],
      { browser, system }: Device,
    ): Promise<CallResponse<'addPasskey'>> => {
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
        await addToAuditLog(tx, clock, { action: 'passkey_added', by: caller, account: account_id });
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

/** Time after a login in which no password is required. */
const RECENT_LOGIN_MS = 10 * 60 * 1000;

/**
 * Returns the caller's account if its owner is present, so that a person who finds an open session can't add their own
 * way in. It requires the password without a login in the last ten minutes, and checks any given one.
 * @throws AppError `forbidden` for a guest of an invitation; `recent_login_needed`; `invalid_credentials` for a wrong
 * password.
 */
type ExpectOwner = (caller: SessionCaller, password: string | undefined) => Promise<AccountRow>;

/** Creates the check for the accounts of this database. */
export function createOwnerCheck({ reader }: Database, passwords: Passwords, clock: Clock): ExpectOwner {
  return async ({ id, sessionId }, password) => {
    const account = await findAccount(reader, id);
    if (account === undefined) throw ended();
    if (isThrowaway(account)) throw new AppError('forbidden', 'Guests of invitations have no passkeys');
    const session = await findSession(reader, sessionId);
    const isRecent = session !== undefined && Date.parse(session.created_at) > clock() - RECENT_LOGIN_MS;
    if (password === undefined && isRecent) return account;
    if (password === undefined) throw new AppError('recent_login_needed', 'Expected the password, or a recent login');
    // Also after a recent login, because the calling code counts a success as a right password.
    if (await passwords.matches(account.password_hash, password, ownerOf({ id }))) return account;
    throw new AppError('invalid_credentials', 'Expected the current password');
  };
}

/** @throws AppError `unauthenticated` if the caller's session has ended meanwhile. */
async function expectSession(reader: Reader, { sessionId }: SessionCaller): Promise<void> {
  if ((await findSession(reader, sessionId)) === undefined) throw ended();
}

function ended(): AppError {
  return new AppError('unauthenticated', 'The session of this token has ended');
}
