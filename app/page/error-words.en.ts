import { strings } from '../ui/common-words.ts';
import type { ErrorWords } from './error-words.ts';

export const english = {
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
} satisfies ErrorWords;
