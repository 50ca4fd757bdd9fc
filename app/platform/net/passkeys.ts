import type { AppConfig } from '../../../contracts/config.ts';
import type { CallInput, CallResponse } from '../../../contracts/routes.ts';

type PasskeyOptions = CallResponse<'startPasskey'>['options'];

/**
 * Why a passkey could not be made or used: its dialog was closed or had none to offer; the device already has one for
 * this account; or anything else.
 */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly reason: 'cancelled' | 'known' | 'failed';

  constructor(reason: PasskeyError['reason'], cause: unknown) {
    super(`The passkey: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Whether this browser supports passkeys. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Whether a deployment's passkeys can be made and used at this address: a passkey is bound to one origin. */
export function hasPasskeysAt(
  { hasPasskeys, passkeyOrigin }: Pick<AppConfig, 'hasPasskeys' | 'passkeyOrigin'>,
  { origin, hostname }: Pick<Location, 'origin' | 'hostname'> = location,
): boolean {
  // A configuration that an earlier build stored doesn't name the origin.
  if (!hasPasskeys || passkeyOrigin === undefined) return hasPasskeys;
  return passkeyOrigin === null ? hostname === 'localhost' : origin === passkeyOrigin;
}

/** Makes a passkey on the device that the person chooses in the browser's dialog. @throws {PasskeyError} */
export async function makePasskey(options: PasskeyOptions): Promise<CallInput<'addPasskey', Blob>['body']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, response } = await startRegistration({ optionsJSON }).catch(rethrow);
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) } };
}

/** Lets the person choose a passkey for this site, and signs with it. @throws {PasskeyError} */
export async function askForPasskey(options: PasskeyOptions): Promise<CallInput<'loginWithPasskey', Blob>['body']> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, response } = await startAuthentication({ optionsJSON }).catch(rethrow);
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

function rethrow(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyError('cancelled', error);
  throw new PasskeyError(name === 'InvalidStateError' ? 'known' : 'failed', error);
}
