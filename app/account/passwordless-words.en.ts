import type { PasswordlessWords } from './passwordless-words.ts';

export const english = {
  passkeyStrings: {
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
  },
  googleStrings: {
    submit: 'Continuer avec Google',
    agrees: 'Une première connexion crée votre compte\u00a0: vous acceptez alors les conditions d’utilisation.',
    refused: 'Invalid email or name ',
  },
} satisfies PasswordlessWords;
