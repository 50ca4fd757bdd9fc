import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, type Route } from '../call.ts';
import { NewPasskey, OwnPasskey, PasskeyLogin, PasskeyOptions, PasskeyStart } from '../logins.ts';
import { SignedIn } from '../user.ts';
import { PasskeyId } from '../vocabulary.ts';

/** Calls about passkeys (WebAuthn). */
export const passkeyCalls = {
  startPasskey: {
    method: 'POST',
    path: '/v1/user/passkeys/options',
    auth: 'token',
    body: { kind: 'json', schema: PasskeyStart },
    response: PasskeyOptions,
  },
  addPasskey: {
    method: 'POST',
    path: '/v1/user/passkeys',
    auth: 'token',
    body: { kind: 'json', schema: NewPasskey },
    response: OwnPasskey,
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/v1/user/passkeys/:passkeyId',
    auth: 'token',
    params: z.object({ passkeyId: idFromText(PasskeyId) }),
    response: Done,
  },
  startPasskeyLogin: {
    method: 'POST',
    path: '/v1/user/passkeys/login/options',
    auth: 'none',
    response: PasskeyOptions,
  },
  loginWithPasskey: {
    method: 'POST',
    path: '/v1/user/passkeys/login',
    auth: 'none',
    body: { kind: 'json', schema: PasskeyLogin },
    response: SignedIn,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link passkeyCalls}. */
export const passkeyCallDocs = {
  startPasskey: {
    summary: 'What the browser needs to make a passkey; asks for the password if the last login was a while ago.',
    errors: [
      'passkeys_not_configured',
      'forbidden',
      'recent_login_needed',
      'invalid_credentials',
      'passkeys_full',
      'too_many_requests',
    ],
    work: ['passwords'],
  },
  addPasskey: {
    summary: 'Adds the passkey that the browser has made.',
    errors: ['passkeys_not_configured', 'passkey_refused', 'passkeys_full'],
  },
  deletePasskey: {
    summary: "Deletes one of the caller's passkeys, unless it is the account's last way in.",
    errors: ['not_found', 'last_way_in'],
  },
  startPasskeyLogin: {
    summary: 'What the browser needs to use a passkey for a login.',
    errors: ['passkeys_not_configured', 'too_many_requests'],
  },
  loginWithPasskey: {
    summary: 'Starts a session for the owner of a passkey.',
    errors: ['passkeys_not_configured', 'passkey_refused', 'suspended', 'too_many_requests'],
  },
} as const satisfies Record<keyof typeof passkeyCalls, CallDocs>;
