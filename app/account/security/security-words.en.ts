import { titles } from '../../ui/common-words.ts';
import type { SecurityWords } from './security-words.ts';

export const english = {
  get title() {
    return titles.security;
  },
  failed: (text: string) => `This information couldn’t be loaded. ${text}`,
  email: {
    title: 'Email address',
    verified: 'Address verified',
    notVerified: 'Address not verified yet',
    why: 'A verified address gives your drops more storage, and makes it possible to recover your account.',
    send: 'Send a verification link',
    sent: (email: string) => `A message has been sent to ${email}. Its link works for seven days.`,
  },
  password: {
    title: 'Password',
    current: 'Current password',
    submit: 'Change the password',
    sending: 'Saving…',
    wrong: 'The current password is incorrect',
    done: 'The password has been changed. Your other devices are logged out.',
    passkeysStay: 'Your passkeys still open your account: delete any that you don’t recognise.',
    none: 'You log in with Google: this account has no password. To choose one, ask for a link by email.',
    ask: 'Ask for a link',
  },
  passkeys: {
    title: 'Passkeys',
    hint: 'A passkey replaces the password: you log in with your device’s fingerprint, face or code.',
    elsewhere: 'Your passkeys work at the site’s usual address, not at this one.',
    unsupported: 'This browser can’t create any.',
    added: (day: string) => `Added on ${day}`,
    used: (day: string) => `Used on ${day}`,
    add: 'Add a passkey',
    adding: 'Adding…',
    done: 'Your passkey has been added.',
    cancelled: 'No passkey was added.',
    refused: 'This passkey couldn’t be verified: it hasn’t been added.',
    password: 'Your password',
    whyPassword: 'Your last login was a while ago: to add a passkey, give your password.',
    whyLogin:
      'Your last login was a while ago. Log out, then log in again: you will have ten minutes to add a passkey.',
    noPassword: 'Give your password',
    goOn: 'Continue',
    delete: 'Delete',
    deleteOne: (device: string) => `Delete the passkey of ${device}`,
    deleted: (device: string) => `The passkey of ${device} has been deleted.`,
    question: (device: string) => ({
      title: 'Delete this passkey?',
      description: `The passkey of ${device} will no longer log you in here. Remember to remove it from your device’s passwords, too.`,
      confirm: 'Delete the passkey',
    }),
  },
  sessions: {
    title: 'Logged-in devices',
    device: (browser: string | null, system: string | null) => {
      if (browser !== null && system !== null) return `${browser} on ${system}`;
      return browser ?? system ?? 'Unknown device';
    },
    current: 'This device',
    since: (moment: string) => `Logged in on ${moment}`,
    used: (moment: string) => `Used on ${moment}`,
    end: 'Log out',
    endOne: (device: string) => `Log out ${device}`,
    endOthers: 'Log out the other devices',
    endAll: 'Log out everywhere',
    othersEnded: 'The other devices are logged out.',
    ended: (device: string) => `${device}: logged out.`,
    question: {
      title: 'Log out everywhere?',
      description:
        'All your devices will be logged out, this one too. What is waiting there to be sent stays there until you next log in.',
      confirm: 'Log out everywhere',
    },
  },
} satisfies SecurityWords;
