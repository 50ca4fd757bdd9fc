import type { Privilege } from '../../contracts/vocabulary.ts';
import type { GuestsWords } from './guests-words.ts';

const PURPOSES: Record<Privilege, (map: string) => string> = {
  guest: (map) => `You can listen to “${map}” with or without an account.`,
  drop: (map) => `To leave drops on “${map}”, you need an account.`,
  editor: (map) => `To edit “${map}”, you need an account.`,
  admin: (map) => `To manage “${map}”, you need an account.`,
};

export const english = {
  guestStrings: {
    name: 'Guest',
    needed: 'You need an account',
    reason: (map: string, privilege: Privilege) => PURPOSES[privilege](map),
    from: (inviter: string) => `Invitation from ${inviter}.`,
    waits: 'Your invitation is waiting: you get there as soon as you log in.',
    follows: 'Your maps and what you have listened to come with you.',
    signUp: 'Create an account',
    orLogIn: 'Do you have one already? Log in:',
    logIn: 'Log in',
    later: 'Later',
    listen: 'Listen without an account',
    stay: 'Continue as a guest',
    end: 'End the visit and delete everything here',
    left: 'What you had as a guest couldn’t be carried over. Open its link again to come back to it.',
    comesLater: 'Your guest maps will follow as soon as the network allows.',
  },
  visitEnded: {
    title: 'Your visit has ended',
    lead: 'This browser no longer gives access to the maps that you listened to as a guest.',
    open: 'Open the invitation link again, if it’s still valid.',
    ask: 'Otherwise, ask the person who sent you the first link for a new one.',
    account: 'With an account, the maps that you join stay yours, on all your devices.',
  },
} satisfies GuestsWords;
