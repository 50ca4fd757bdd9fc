import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { CallParsed } from '../../../../contracts/routes.ts';
import type { ChallengeRow, PasskeyRow } from '../../../store/passkeys.ts';
import { AppError } from '../../app-error.ts';
import type { Challenges } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/** A key that an authenticator has made. */
export interface VerifiedKey {
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
 *
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
 *
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
