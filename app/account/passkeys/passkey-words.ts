import { wordsFor } from '../../page/error-words.ts';
import { ApiError } from '../../platform/net/api.ts';
import { PasskeyError } from '../../platform/net/passkeys.ts';
import { passkeyStrings } from './passkeys-words.ts';

/** Returns the message of a passkey failure; `own` are the words of the failed action. */
export function wordsForPasskey(error: unknown, own: { readonly cancelled: string; readonly refused: string }): string {
  if (error instanceof PasskeyError) {
    return error.reason === 'cancelled' ? own.cancelled : passkeyStrings.errors[error.reason];
  }
  if (!(error instanceof ApiError)) return wordsFor(error);
  if (error.code === 'passkey_refused') return own.refused;
  if (error.code === 'passkeys_full') return passkeyStrings.errors.full;
  if (error.code === 'last_way_in') return passkeyStrings.errors.lastWayIn;
  return wordsFor(error);
}
