import type { PasswordlessWords } from './passwordless-words.ts';

export const english = {
  passkeyStrings: {
    login: {
      submit: 'Log in with a passkey',
      cancelled: 'No passkey was used. Try again, or log in another way.',
      refused: 'This passkey isn’t recognised here. Log in another way.',
    },
    errors: {
      known: 'This device already has a passkey for your account.',
      failed: 'Your device couldn’t use a passkey.',
      full: 'Your account already has twenty passkeys. Delete one first.',
      lastWayIn: 'This is your only way to log in. Choose a password first.',
    },
  },
  googleStrings: {
    submit: 'Continue with Google',
    agrees: 'A first login creates your account: you then accept the terms of use.',
    refused: 'Invalid email or name ',
  },
} satisfies PasswordlessWords;
