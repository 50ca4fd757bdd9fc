import { wordsFor } from '../../page/error-words.ts';
import { ApiError } from '../../platform/net/api.ts';
import { passwordStrings } from './passwords-words.ts';

/** Returns why a link from a mail could not be used. */
export function wordsForLinkFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'mail_link_ended') return passwordStrings.linkEnded;
  return wordsFor(error);
}
