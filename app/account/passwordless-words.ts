import { wordsFor } from '../page/error-words.ts';
import { ApiError } from '../platform/net/api.ts';
import { PasskeyError } from '../platform/net/passkeys.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

const frenchPasskeyStrings = {
  login: {
    submit: 'Se connecter avec une clé d’accès',
    cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
    refused: 'Cette clé d’accès n’est pas reconnue ici. Connectez-vous autrement.',
  },
  errors: {
    known: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    failed: 'Votre appareil n’a pas pu utiliser de clé d’accès.',
    full: 'Votre compte a déjà vingt clés d’accès. Supprimez-en une d’abord.',
    lastWayIn: 'C’est votre seul moyen de vous connecter. Choisissez d’abord un mot de passe.',
  },
} as const;

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

const frenchGoogleStrings = {
  submit: 'Continuer avec Google',
  agrees: 'Une première connexion crée votre compte\u00a0: vous acceptez alors les conditions d’utilisation.',
  refused: 'Invalid email or name ',
} as const;

const french = { passkeyStrings: frenchPasskeyStrings, googleStrings: frenchGoogleStrings };
export type PasswordlessWords = WordsOf<typeof french>;

/** The words of the logins with a passkey and through Google, and of what can go wrong with passkeys. */
export const { passkeyStrings, googleStrings } = inLanguages(french, {
  en: async () => (await import('./passwordless-words.en.ts')).english,
});
