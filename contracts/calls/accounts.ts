import * as z from 'zod/mini';
import { Done, type Route } from '../call.ts';
import { IMAGE_PART, MISSING_IMAGE, NoFields } from '../image.ts';
import { Credentials, GoogleCredentials, GuestToken, NewAccount, SignedIn, User } from '../user.ts';

/** Calls about accounts and sessions. */
export const accountCalls = {
  createAccount: {
    method: 'POST',
    path: '/v1/user/createaccount',
    summary: 'Creates an account of a user. Guests come by an invitation: see visit.',
    auth: 'none',
    body: { kind: 'json', schema: NewAccount },
    response: z.object({ user: User }),
  },
  login: {
    method: 'POST',
    path: '/v1/user/login',
    summary: 'Starts a session with an email and a password.',
    auth: 'none',
    body: { kind: 'json', schema: Credentials },
    response: SignedIn,
  },
  loginWithGoogle: {
    method: 'POST',
    path: '/v1/user/google',
    summary: 'Starts a session for the owner of a Google access token, and creates the account if it is new.',
    auth: 'none',
    body: { kind: 'json', schema: GoogleCredentials },
    response: SignedIn,
  },
  logout: {
    method: 'POST',
    path: '/v1/user/logout',
    summary: 'Ends the session of the token.',
    auth: 'token',
    response: Done,
  },
  renewSession: {
    method: 'POST',
    path: '/v1/user/renew',
    summary:
      'A new token for the session of the token, which then lasts its whole time again; a short session stays short.',
    auth: 'token',
    response: z.object({ token: z.string() }),
  },
  adoptGuest: {
    method: 'POST',
    path: '/v1/user/adopt',
    summary: "Gives the caller all that a guest's throwaway account has, and deletes that account.",
    auth: 'token',
    body: { kind: 'json', schema: GuestToken },
    response: Done,
  },
  readMe: {
    method: 'GET',
    path: '/v1/user/me',
    summary: 'The account of the token.',
    auth: 'token',
    response: z.object({ user: User }),
  },
  uploadProfileImage: {
    method: 'POST',
    path: '/v1/user/upload-profile-image',
    summary: "Replaces the caller's profile picture.",
    auth: 'token',
    body: { kind: 'multipart', schema: NoFields, file: IMAGE_PART, missingFile: MISSING_IMAGE },
    response: z.object({ imageUrl: z.string() }),
  },
} as const satisfies Record<string, Route>;
