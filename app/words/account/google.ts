/** The words of the login through Google. */
export const googleStrings = {
  submit: 'Continuer avec Google',
  refused: 'Invalid email or name ',
} as const;
