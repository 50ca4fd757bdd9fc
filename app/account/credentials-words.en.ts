import { PASSWORD_MIN } from '../../contracts/limits.ts';
import type { CredentialsWords } from './credentials-words.ts';

export const english = {
  passwordStrings: {
    hint: `At least ${PASSWORD_MIN}\u00a0characters: a short sentence does well.`,
    short: `The password must have at least ${PASSWORD_MIN}\u00a0characters`,
    common: 'This password is too common: choose another one',
    own: 'The password can’t be your name or your address',
    show: 'Show',
    hide: 'Hide',
    fresh: 'New password',
    confirmation: 'The same, once more',
    linkEnded: 'This link has already been used, or has expired.',
    linkIncomplete: 'This link is incomplete. Copy all of it from the message.',
    forgotten: {
      title: 'Forgotten password',
      lead: 'Give your account’s address: a link will arrive there for choosing a new password.',
      email: 'Email address',
      submit: 'Send the link',
      sending: 'Sending…',
      sent: (email: string) =>
        `If there’s an account for ${email}, a message has just been sent. Its link works once, within the hour. Look in your spam folder, too.`,
      noMail: 'This site sends no emails.',
      askContact: (contact: string | null) =>
        contact === null
          ? 'Ask the person who runs this site for a link: they can give you one for choosing a new password.'
          : `Write to ${contact}: you’ll be given a link there for choosing a new password.`,
    },
    reset: {
      title: 'Choose a password',
      lead: 'Your sessions will be closed on all your devices, and your passkeys removed.',
      submit: 'Save the password',
      sending: 'Saving…',
      done: 'Your new password is saved. Log in with it.',
      another: 'Ask for another link',
    },
    verify: {
      title: 'Confirm your address',
      lead: 'You created a Drop ici account with this address.',
      submit: 'Confirm my address',
      done: 'Your address is verified. If you were doing something else, the earlier tab is waiting for you.',
      goOn: 'Continue',
    },
  },
  signUpStrings: {
    termsMissing: 'You must accept the terms to create an account',
    loginFailed: 'Your account has been created. Log in to continue.',
    lead: 'A few lines, and the map is yours.',
    sending: 'Creating...',
    mismatch: 'The passwords don’t match',
    failed: 'The account couldn’t be created',
    serverError: (message: string) => `Server error: ${message}`,
    otherError: (status: number, message: string) => `Error ${status}: ${message}`,
  },
} satisfies CredentialsWords;
