import type { ErrorCode } from '../../../contracts/errors.ts';
import { strings } from '../../words/strings.ts';
import { ApiError, NetworkError, OfflineModeError } from './api.ts';

/** The messages for a person, by the server's error code. */
export const ERROR_WORDS: Readonly<Record<ErrorCode, string>> = {
  invalid_request: strings.errors.unexpected,
  invalid_image: strings.errors.invalidImage,
  google_refused: strings.errors.googleRefused,
  google_not_configured: strings.errors.googleNotConfigured,
  google_unreachable: strings.errors.googleUnreachable,
  conflict: strings.errors.conflict,
  last_admin: strings.errors.lastAdmin,
  invite_expired: strings.errors.inviteExpired,
  invite_revoked: strings.errors.inviteRevoked,
  guest_ended: strings.errors.unexpected,
  too_many_requests: strings.errors.tooManyRequests,
  map_full: strings.errors.mapFull,
  quota_exceeded: strings.errors.quotaExceeded,
  disk_full: strings.errors.diskFull,
  invalid_audio: strings.errors.invalidAudio,
  invalid_credentials: strings.login.wrong,
  password_short: strings.errors.unexpected,
  password_common: strings.errors.unexpected,
  password_own: strings.errors.unexpected,
  email_taken: strings.signUp.emailTaken,
  unauthenticated: strings.errors.tokenExpired,
  token_expired: strings.errors.tokenExpired,
  forbidden: strings.errors.forbidden,
  account_needed: strings.errors.accountNeeded,
  not_found: strings.errors.notFound,
  invite_invalid: strings.errors.inviteInvalid,
  link_expired: strings.errors.linkExpired,
  mail_link_ended: strings.errors.linkExpired,
  mail_not_configured: strings.errors.unexpected,
  too_large: strings.errors.tooLarge,
  internal: strings.errors.unexpected,
};

/** The message for a person for anything that was thrown; never empty, never a stack trace. */
export function wordsFor(error: unknown): string {
  if (error instanceof ApiError) return ERROR_WORDS[error.code];
  if (error instanceof OfflineModeError) return error.message;
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout || error instanceof NetworkError) return strings.errors.network;
  return strings.errors.unexpected;
}
