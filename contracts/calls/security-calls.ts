import * as z from 'zod/mini';
import { type CallDocs, Done, type Route } from '../call.ts';
import { EndedSessions, Security, SessionId } from '../logins.ts';
import { AddressProof, PasswordChange, PasswordReset, ResetRequest } from '../password.ts';

/** Calls about passwords, sessions and verified addresses. */
export const securityCalls = {
  readSecurity: { method: 'GET', path: '/v1/user/security', auth: 'token', response: Security },
  endSession: {
    method: 'DELETE',
    path: '/v1/user/sessions/:sessionId',
    auth: 'token',
    params: z.object({ sessionId: SessionId }),
    response: Done,
  },
  endSessions: {
    method: 'POST',
    path: '/v1/user/sessions/end',
    auth: 'token',
    body: { kind: 'json', schema: EndedSessions },
    response: Done,
  },
  changePassword: {
    method: 'POST',
    path: '/v1/user/password',
    auth: 'token',
    body: { kind: 'json', schema: PasswordChange },
    response: Done,
  },
  requestReset: {
    method: 'POST',
    path: '/v1/user/password/forgotten',
    auth: 'none',
    body: { kind: 'json', schema: ResetRequest },
    response: Done,
  },
  resetPassword: {
    method: 'POST',
    path: '/v1/user/password/reset',
    auth: 'none',
    body: { kind: 'json', schema: PasswordReset },
    response: Done,
  },
  requestVerification: { method: 'POST', path: '/v1/user/email/verification', auth: 'token', response: Done },
  verifyEmail: {
    method: 'POST',
    path: '/v1/user/email/verify',
    auth: 'none',
    body: { kind: 'json', schema: AddressProof },
    response: Done,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link securityCalls}. */
export const securityCallDocs = {
  readSecurity: {
    summary: "The caller's sessions, and whether the account has a password and a verified address.",
    errors: [],
  },
  endSession: { summary: "Ends one of the caller's sessions.", errors: ['not_found'] },
  endSessions: { summary: "Ends all of the caller's sessions, or all but the one of the token.", errors: [] },
  changePassword: {
    summary: "Replaces the caller's password, for which the current one is needed, and ends the other sessions.",
    errors: ['invalid_credentials', 'password_short', 'password_common', 'password_own'],
    work: ['passwords'],
  },
  requestReset: {
    summary: 'Mails a link to choose another password to the owner of an email, if it has an account.',
    errors: ['mail_not_configured'],
  },
  resetPassword: {
    summary: 'Sets the password of the account that a link was made for, once, and ends all its sessions.',
    errors: ['mail_link_ended', 'password_short', 'password_common', 'password_own'],
    work: ['passwords'],
  },
  requestVerification: {
    summary: "Mails a link to the caller's address that verifies it; does nothing if it is verified.",
    errors: ['forbidden', 'mail_not_configured'],
  },
  verifyEmail: { summary: 'Marks the address that a link was mailed to as verified.', errors: ['mail_link_ended'] },
} as const satisfies Record<keyof typeof securityCalls, CallDocs>;
