import { randomBytes } from 'node:crypto';
import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { CallParsed } from '../../../../contracts/routes.ts';
import type { Database } from '../../../store/database.ts';
import {
  type ChallengeRow,
  deleteChallenge,
  deleteExpiredChallenges,
  findChallenge,
  insertChallenge,
  type PasskeyRow,
} from '../../../store/passkeys.ts';
import { AppError } from '../../app-error.ts';
import { type Clock, stamp } from '../../clock.ts';
import { sha256Of } from '../../keys.ts';

/** A key that an authenticator has made. */
interface VerifiedKey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
}

const LOCALHOST = /^http:\/\/localhost(:\d{1,5})?$/;

/** The data that a browser says it was asked to sign. */
interface ClientData {
  readonly challenge: string;
  /** The origin that the response must have. */
  readonly expectedOrigin: string;
}

/**
 * Checks a response to `create` and uses up its challenge.
 * @returns the challenge that was signed, and the key.
 * @throws AppError `passkey_refused`.
 */
export async function verifyNewKey(
  { id, response }: CallParsed<'addPasskey'>['body'],
  relyingParty: RelyingParty,
  challenges: Challenges,
): Promise<{ readonly challenge: ChallengeRow; readonly key: VerifiedKey }> {
  const { challenge, expectedOrigin } = await readClientData(response.clientDataJSON, relyingParty);
  const taken = await challenges.take(challenge, 'add');
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await refuseFaults(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: relyingParty.id,
    }),
  );
  if (registrationInfo === undefined) throw refusal();
  const { credential } = registrationInfo;
  return {
    challenge: taken,
    key: {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
    },
  };
}

/**
 * Checks a response to `get` against the passkey that it names. A counter that is not above the last one is refused,
 * because then another person has a copy of the key.
 * @returns the passkey, and its new counter.
 * @throws AppError `passkey_refused`.
 */
export async function verifyUse(
  { id, response }: CallParsed<'loginWithPasskey'>['body'],
  passkey: PasskeyRow | undefined,
  relyingParty: RelyingParty,
  challenges: Challenges,
): Promise<{ readonly passkey: PasskeyRow; readonly counter: number }> {
  const { challenge, expectedOrigin } = await readClientData(response.clientDataJSON, relyingParty);
  await challenges.take(challenge, 'login');
  if (passkey === undefined || response.userHandle !== passkey.user_handle) throw refusal();
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await refuseFaults(() =>
    verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: relyingParty.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    }),
  );
  if (!verified) throw refusal();
  return { passkey, counter: authenticationInfo.newCounter };
}

/** Returns the known transports among those that a browser names, for the next dialog. */
export function knownTransports(named: readonly string[]): AuthenticatorTransport[] {
  return TRANSPORTS.filter((transport) => named.includes(transport));
}

const TRANSPORTS: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];

async function readClientData(clientDataJSON: string, { origin: own }: RelyingParty): Promise<ClientData> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  let read: ReturnType<typeof decodeClientDataJSON>;
  try {
    read = decodeClientDataJSON(clientDataJSON);
  } catch (cause) {
    throw refusal(cause);
  }
  const { challenge, origin, crossOrigin } = read;
  // Another site's frame around our page could choose the moment.
  if (typeof challenge !== 'string' || crossOrigin === true) throw refusal();
  return { challenge, expectedOrigin: own ?? (LOCALHOST.test(origin) ? origin : 'http://localhost') };
}

/** Turns the library's error for any fault of a response into a refusal. */
async function refuseFaults<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (cause) {
    throw refusal(cause);
  }
}

function refusal(cause?: unknown): AppError {
  return new AppError('passkey_refused', 'Expected the response of a known passkey to a challenge of this server', {
    cause,
  });
}

/** Maximum time between a tap and the authenticator's signature. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** 256 bits: cannot be guessed. */
const CHALLENGE_BYTES = 32;

/** The purpose of a challenge. */
type NewChallenge = Pick<ChallengeRow, 'purpose' | 'account_id' | 'user_handle'>;

/** Challenges for authenticators. Each is used once, within five minutes, for its purpose. */
export type Challenges = ReturnType<typeof createChallenges>;

/** The challenges in this database. */
export function createChallenges(database: Database, clock: Clock) {
  return {
    /** Makes a challenge and returns its bytes. Also deletes expired challenges. */
    make: async (challenge: NewChallenge): Promise<Buffer<ArrayBuffer>> => {
      const bytes = randomBytes(CHALLENGE_BYTES);
      await database.transact(async (tx) => {
        await deleteExpiredChallenges(tx, stamp(clock));
        await insertChallenge(tx, {
          ...challenge,
          challenge_hash: sha256Of(bytes.toString('base64url')),
          expires_at: stamp(() => clock() + CHALLENGE_LIFETIME_MS),
        });
      });
      return bytes;
    },

    /**
     * Deletes a challenge and returns it, so that it can't be used again.
     * @param text in base64url, as the browser repeats it.
     * @throws AppError `passkey_refused` if there is none for this purpose.
     */
    take: async (text: string, purpose: ChallengeRow['purpose']): Promise<ChallengeRow> => {
      const key = { challenge_hash: sha256Of(text), purpose };
      // Read first, so that an unknown challenge costs no write.
      const found = await findChallenge(database.reader, key, stamp(clock));
      const isTaken = found !== undefined && (await database.transact((tx) => deleteChallenge(tx, key.challenge_hash)));
      if (!isTaken) throw new AppError('passkey_refused', 'Expected a challenge that is neither used nor too old');
      return found;
    },

    deleteExpired: () => database.transact((tx) => deleteExpiredChallenges(tx, stamp(clock))),
  };
}

/** The site that passkeys are made for: they work on this host name only. */
export interface RelyingParty {
  readonly id: string;
  /** The one origin that may use them; null for http://localhost with any port, in development. */
  readonly origin: string | null;
}

/** @throws AppError `passkeys_not_configured` if there are no passkeys here. */
export function expectPasskeys(relyingParty: RelyingParty | null): RelyingParty {
  if (relyingParty === null) throw new AppError('passkeys_not_configured', 'There are no passkeys here');
  return relyingParty;
}
