import * as z from 'zod/mini';
import { Done, idFromText, type Route } from '../call.ts';
import { NewPasskey, OwnPasskey, PasskeyLogin, PasskeyOptions, PasskeyStart } from '../passkeys.ts';
import { SignedIn } from '../user.ts';
import { PasskeyId } from '../vocabulary.ts';

/** Calls about passkeys (WebAuthn). */
export const passkeyCalls = {
  startPasskey: {
    method: 'POST',
    path: '/v1/user/passkeys/options',
    summary: 'What the browser needs to make a passkey; asks for the password if the last login was a while ago.',
    auth: 'token',
    body: { kind: 'json', schema: PasskeyStart },
    response: PasskeyOptions,
  },
  addPasskey: {
    method: 'POST',
    path: '/v1/user/passkeys',
    summary: 'Adds the passkey that the browser has made.',
    auth: 'token',
    body: { kind: 'json', schema: NewPasskey },
    response: OwnPasskey,
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/v1/user/passkeys/:passkeyId',
    summary: "Deletes one of the caller's passkeys, unless it is the account's last way in.",
    auth: 'token',
    params: z.object({ passkeyId: idFromText(PasskeyId) }),
    response: Done,
  },
  startPasskeyLogin: {
    method: 'POST',
    path: '/v1/user/passkeys/login/options',
    summary: 'What the browser needs to use a passkey for a login.',
    auth: 'none',
    response: PasskeyOptions,
  },
  loginWithPasskey: {
    method: 'POST',
    path: '/v1/user/passkeys/login',
    summary: 'Starts a session for the owner of a passkey.',
    auth: 'none',
    body: { kind: 'json', schema: PasskeyLogin },
    response: SignedIn,
  },
} as const satisfies Record<string, Route>;
