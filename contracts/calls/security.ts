import * as z from 'zod/mini';
import { Done, type Route } from '../call.ts';
import { AddressProof, PasswordChange, PasswordReset, ResetRequest } from '../password.ts';
import { EndedSessions, Security, SessionId } from '../sessions.ts';

/** Calls about passwords, sessions and verified addresses. */
export const securityCalls = {
  readSecurity: {
    method: 'GET',
    path: '/v1/user/security',
    summary: "The caller's sessions, and whether the account has a password and a verified address.",
    auth: 'token',
    response: Security,
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/user/sessions/:sessionId',
    summary: "Ends one of the caller's sessions.",
    auth: 'token',
    params: z.object({ sessionId: SessionId }),
    response: Done,
  },
  endSessions: {
    method: 'POST',
    path: '/v1/user/sessions/end',
    summary: "Ends all of the caller's sessions, or all but the one of the token.",
    auth: 'token',
    body: { kind: 'json', schema: EndedSessions },
    response: Done,
  },
  changePassword: {
    method: 'POST',
    path: '/v1/user/password',
    summary: "Replaces the caller's password, for which the current one is needed, and ends the other sessions.",
    auth: 'token',
    body: { kind: 'json', schema: PasswordChange },
    response: Done,
  },
  requestReset: {
    method: 'POST',
    path: '/v1/user/password/forgotten',
    summary: 'Mails a link to choose another password to the owner of an email, if it has an account.',
    auth: 'none',
    body: { kind: 'json', schema: ResetRequest },
    response: Done,
  },
  resetPassword: {
    method: 'POST',
    path: '/v1/user/password/reset',
    summary: 'Sets the password of the account that a link was made for, once, and ends all its sessions.',
    auth: 'none',
    body: { kind: 'json', schema: PasswordReset },
    response: Done,
  },
  requestVerification: {
    method: 'POST',
    path: '/v1/user/email/verification',
    summary: "Mails a link to the caller's address that verifies it; does nothing if it is verified.",
    auth: 'token',
    response: Done,
  },
  verifyEmail: {
    method: 'POST',
    path: '/v1/user/email/verify',
    summary: 'Marks the address that a link was mailed to as verified.',
    auth: 'none',
    body: { kind: 'json', schema: AddressProof },
    response: Done,
  },
} as const satisfies Record<string, Route>;
