import type { ErrorCode } from '../../contracts/errors.ts';
import { ApiError, isRefused, NetworkError, OfflineModeError } from '../platform/net/api.ts';
import { strings } from '../ui/common-words.ts';

/** Codes that mean nothing to a person, or whose words belong to a feature that is loaded after the login. */
type ShownElsewhere =
  | 'invalid_request'
  | 'already_filled'
  | 'guest_ended'
  | 'internal'
  | 'google_refused'
  | 'google_not_configured'
  | 'google_unreachable'
  | 'password_short'
  | 'password_common'
  | 'password_own'
  | 'address_unverified'
  | 'mail_link_ended'
  | 'mail_not_configured'
  | 'recent_login_needed'
  | 'passkey_refused'
  | 'passkeys_full'
  | 'passkeys_not_configured'
  | 'last_way_in';

/** Returns the messages for a person, by the server's error code. */
export function errorWords(): Readonly<Record<Exclude<ErrorCode, ShownElsewhere>, string>> {
  const { errors, login, signUp } = strings;
  return {
    invalid_image: errors.invalidImage,
    conflict: errors.conflict,
    last_admin: errors.lastAdmin,
    invite_expired: errors.inviteExpired,
    invite_revoked: errors.inviteRevoked,
    too_many_requests: errors.tooManyRequests,
    too_many: errors.tooMany,
    busy: errors.busy,
    map_full: errors.mapFull,
    quota_exceeded: errors.quotaExceeded,
    disk_full: errors.diskFull,
    invalid_audio: errors.invalidAudio,
    invalid_credentials: login.wrong,
    email_taken: signUp.emailTaken,
    unauthenticated: errors.tokenExpired,
    token_expired: errors.tokenExpired,
    forbidden: errors.forbidden,
    suspended: errors.forbidden,
    account_needed: errors.accountNeeded,
    not_found: errors.notFound,
    invite_invalid: errors.inviteInvalid,
    link_expired: errors.linkExpired,
    too_large: errors.tooLarge,
  };
}

/** Returns the message for a person for any thrown value; never empty, never a stack trace. */
export function wordsFor(error: unknown): string {
  const words: Partial<Record<ErrorCode, string>> = errorWords();
  if (error instanceof ApiError) {
    // The same request would be refused again.
    return words[error.code] ?? (isRefused(error) ? strings.errors.refused : strings.errors.unexpected);
  }
  if (error instanceof OfflineModeError) return strings.errors.offlineMode;
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout || error instanceof NetworkError) return strings.errors.network;
  return strings.errors.unexpected;
}
