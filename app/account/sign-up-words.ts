/** The words of the sign-up that no other screen needs. */
export const signUpStrings = {
  termsMissing: 'Vous devez accepter les CGU pour créer un compte',
  loginFailed: 'Votre compte est créé. Connectez-vous pour continuer.',
} as const;
