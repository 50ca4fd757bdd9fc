import type { CallParsed, CallResponse } from '../../../../contracts/routes.ts';
import type { SignedIn } from '../../../../contracts/user.ts';
import { findAccount } from '../../../store/accounts.ts';
import type { Database } from '../../../store/database.ts';
import { findPasskey, notePasskeyUse, type PasskeyRow } from '../../../store/passkeys.ts';
import { AppError } from '../../app-error.ts';
import { addToAuditLog } from '../../audit-log/write-audit-log.ts';
import { type Clock, stamp } from '../../clock.ts';
import { toUser } from '../accounts.ts';
import type { Device, Sessions } from '../sessions.ts';
import {
  CHALLENGE_LIFETIME_MS,
  type Challenges,
  expectPasskeys,
  type RelyingParty,
  verifyUse,
} from './signed-responses.ts';

interface PasskeyLoginsParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly challenges: Challenges;
  readonly relyingParty: RelyingParty | null;
  readonly clock: Clock;
}

/** @param relyingParty null if there are no passkeys here. */
export function createPasskeyLogins(parts: PasskeyLoginsParts) {
  const { database, sessions, challenges, relyingParty, clock } = parts;
  return {
    /** Returns the options with which the browser uses a passkey. @throws AppError `passkeys_not_configured`. */
    start: async (): Promise<CallResponse<'startPasskeyLogin'>> => {
      const { id: rpID } = expectPasskeys(relyingParty);
      // Loaded on first use, because it takes 20 MB.
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: await challenges.make({ purpose: 'login', account_id: null, user_handle: null }),
        timeout: CHALLENGE_LIFETIME_MS,
        // It replaces the password: having the key must not be enough.
        userVerification: 'required',
      });
      return { options };
    },

    /** @throws AppError `passkeys_not_configured`; `passkey_refused`, without telling what was wrong; `suspended`. */
    login: async (used: CallParsed<'loginWithPasskey'>['body'], device: Device, address: string): Promise<SignedIn> => {
      const party = expectPasskeys(relyingParty);
      const passkey = await findPasskey(database.reader, used.id);
      const { passkey: known, counter } = await verifyUse(used, passkey, party, challenges).catch(async (error) => {
        if (passkey !== undefined) await recordFailure(passkey, address);
        throw error;
      });
      const { user, session } = await sessions.transactLogin({ address, by: 'passkey' }, async (tx, tried) => {
        const use = { counter, used_at: stamp(clock) };
        const isNoted = await notePasskeyUse(tx, known.id, known.counter, use);
        const account = await findAccount(tx, known.account_id);
        // Meanwhile it may have been deleted, or used with the same count.
        if (!isNoted || account === undefined) throw new AppError('passkey_refused', 'This passkey has just changed');
        tried(account.id);
        const by = { id: account.id, address };
        await addToAuditLog(tx, clock, { action: 'signed_in', by, account: account.id, detail: 'passkey' });
        return { user: toUser(account), session: await sessions.logIn(tx, account.id, used.stayLoggedIn, device) };
      });
      return { user, token: await sessions.tokenFor(session) };
    },
  };
  /** Failures with unknown passkeys are not recorded, because anybody could fill the audit log with them. */
  async function recordFailure({ account_id: account }: PasskeyRow, address: string): Promise<void> {
    await database.transact((tx) =>
      addToAuditLog(tx, clock, { action: 'sign_in_failed', by: { address }, account, detail: 'passkey' }),
    );
  }
}
