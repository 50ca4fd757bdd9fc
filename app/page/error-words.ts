import type { ErrorCode } from '../../contracts/errors.ts';
import { ApiError, isRefused, NetworkError, OfflineModeError } from '../platform/net/api.ts';
import { strings } from '../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

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

const french: Readonly<Record<Exclude<ErrorCode, ShownElsewhere>, string>> = {
  invalid_image: strings.errors.invalidImage,
  conflict: strings.errors.conflict,
  last_admin: strings.errors.lastAdmin,
  invite_expired: strings.errors.inviteExpired,
  invite_revoked: strings.errors.inviteRevoked,
  too_many_requests: strings.errors.tooManyRequests,
  too_many: strings.errors.tooMany,
  busy: strings.errors.busy,
  map_full: strings.errors.mapFull,
  quota_exceeded: strings.errors.quotaExceeded,
  disk_full: strings.errors.diskFull,
  invalid_audio: strings.errors.invalidAudio,
  invalid_credentials: strings.login.wrong,
  email_taken: strings.signUp.emailTaken,
  unauthenticated: strings.errors.tokenExpired,
  token_expired: strings.errors.tokenExpired,
  forbidden: strings.errors.forbidden,
  suspended: strings.errors.forbidden,
  account_needed: strings.errors.accountNeeded,
  not_found: strings.errors.notFound,
  invite_invalid: strings.errors.inviteInvalid,
  link_expired: strings.errors.linkExpired,
  too_large: strings.errors.tooLarge,
};

export type ErrorWords = WordsOf<typeof french>;

/** Messages for a person, by the server's error code. */
export const ERROR_WORDS = inLanguages(french, { en: async () => (await import('./error-words.en.ts')).english });

/** Returns the message for a person for any thrown value; never empty, never a stack trace. */
export function wordsFor(error: unknown): string {
  const words: Partial<Record<ErrorCode, string>> = ERROR_WORDS;
  if (error instanceof ApiError) {
    // The same request would be refused again.
    return words[error.code] ?? (isRefused(error) ? strings.errors.refused : strings.errors.unexpected);
  }
  if (error instanceof OfflineModeError) return strings.errors.offlineMode;
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout || error instanceof NetworkError) return strings.errors.network;
  return strings.errors.unexpected;
}
