import * as z from 'zod/mini';
import { Done, type Route } from '../call.ts';
import { IMAGE_PART, MISSING_IMAGE, NoFields } from '../image.ts';
import { Credentials, GoogleCredentials, NewAccount, User } from '../user.ts';

const SignedIn = z.object({ user: User, token: z.string() });

/** Calls about accounts and sessions. */
export const accountCalls = {
  createAccount: {
    method: 'POST',
    path: '/v1/user/createaccount',
    summary: 'Signs somebody up, as a user, or as a guest where that is asked for.',
    auth: 'none',
    body: { kind: 'json', schema: NewAccount },
    response: z.object({ user: User }),
  },
  login: {
    method: 'POST',
    path: '/v1/user/login',
    summary: 'Starts a session for an email and its password.',
    auth: 'none',
    body: { kind: 'json', schema: Credentials },
    response: SignedIn,
  },
  loginWithGoogle: {
    method: 'POST',
    path: '/v1/user/google',
    summary: 'Starts a session for whom Google says an access token belongs to, making the account where it is new.',
    auth: 'none',
    body: { kind: 'json', schema: GoogleCredentials },
    response: SignedIn,
  },
  logout: {
    method: 'POST',
    path: '/v1/user/logout',
    summary: 'Ends the session that the token belongs to.',
    auth: 'token',
    response: Done,
  },
  readMe: {
    method: 'GET',
    path: '/v1/user/me',
    summary: 'The account that the token belongs to.',
    auth: 'token',
    response: z.object({ user: User }),
  },
  uploadProfileImage: {
    method: 'POST',
    path: '/v1/user/upload-profile-image',
    summary: "Gives the asker's account another picture.",
    auth: 'token',
    body: { kind: 'multipart', schema: NoFields, file: IMAGE_PART, missingFile: MISSING_IMAGE },
    response: z.object({ imageUrl: z.string() }),
  },
} as const satisfies Record<string, Route>;
