import * as z from 'zod/mini';
import { type CallDocs, Done, imageBody, type Route } from '../call.ts';
import { Credentials, GoogleCredentials, GuestToken, NewAccount, SignedIn, User } from '../user.ts';

/** Calls about accounts and sessions. */
export const accountCalls = {
  createAccount: {
    method: 'POST',
    path: '/v1/user/createaccount',
    auth: 'none',
    body: { kind: 'json', schema: NewAccount },
    response: z.object({ user: User }),
  },
  login: {
    method: 'POST',
    path: '/v1/user/login',
    auth: 'none',
    body: { kind: 'json', schema: Credentials },
    response: SignedIn,
  },
  loginWithGoogle: {
    method: 'POST',
    path: '/v1/user/google',
    auth: 'none',
    body: { kind: 'json', schema: GoogleCredentials },
    response: SignedIn,
  },
  logout: { method: 'POST', path: '/v1/user/logout', auth: 'token', response: Done },
  renewSession: { method: 'POST', path: '/v1/user/renew', auth: 'token', response: z.object({ token: z.string() }) },
  adoptGuest: {
    method: 'POST',
    path: '/v1/user/adopt',
    auth: 'token',
    body: { kind: 'json', schema: GuestToken },
    response: Done,
  },
  readMe: { method: 'GET', path: '/v1/user/me', auth: 'token', response: z.object({ user: User }) },
  uploadProfileImage: {
    method: 'POST',
    path: '/v1/user/upload-profile-image',
    auth: 'token',
    body: imageBody,
    response: z.object({ imageUrl: z.string() }),
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link accountCalls}. */
export const accountCallDocs = {
  createAccount: {
    summary: 'Creates an account of a user. Guests come by an invitation: see visit.',
    errors: ['email_taken', 'password_short', 'password_common', 'password_own'],
    work: ['passwords'],
  },
  login: {
    summary: 'Starts a session with an email and a password.',
    errors: ['invalid_credentials', 'suspended', 'too_many_requests'],
    work: ['passwords'],
  },
  loginWithGoogle: {
    summary: 'Starts a session for the owner of a Google access token, and creates the account if it is new.',
    errors: [
      'google_refused',
      'google_unreachable',
      'google_not_configured',
      'email_taken',
      'suspended',
      'too_many_requests',
    ],
  },
  logout: { summary: 'Ends the session of the token.', errors: [] },
  renewSession: {
    summary:
      'A new token for the session of the token, which then lasts its whole time again; a short session stays short.',
    errors: [],
  },
  adoptGuest: {
    summary: "Gives the caller all that a guest's throwaway account has, and deletes that account.",
    errors: ['forbidden', 'guest_ended'],
  },
  readMe: { summary: 'The account of the token.', errors: [] },
  uploadProfileImage: { summary: "Replaces the caller's profile picture.", errors: [], work: ['pictures'] },
} as const satisfies Record<keyof typeof accountCalls, CallDocs>;
