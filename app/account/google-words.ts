/** The words of the login through Google. */
export const googleStrings = {
  submit: 'Continuer avec Google',
  agrees: 'Une première connexion crée votre compte\u00a0: vous acceptez alors les conditions d’utilisation.',
  refused: 'Invalid email or name ',
} as const;
