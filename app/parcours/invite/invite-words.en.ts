import type { InviteWords } from './invite-words.ts';

export const english = {
  inviteStrings: {
    processing: 'Processing link <3.',
    heart: 'with love',
    noToken: 'This invitation link is incomplete.',
    toMaps: 'Go to the maps',
    toLogin: 'Log in',
  },
} satisfies InviteWords;
