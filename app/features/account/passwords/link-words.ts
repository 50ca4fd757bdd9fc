import { ApiError } from '../../../platform/net/api.ts';
import { wordsFor } from '../../../platform/net/error-words.ts';
import { passwordStrings } from '../../../words/account/passwords.ts';

/** Returns why a link from a mail could not be used. */
export function wordsForLinkFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'mail_link_ended') return passwordStrings.linkEnded;
  return wordsFor(error);
}
