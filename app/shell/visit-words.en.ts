import type { VisitWords } from './visit-words.ts';

/** The words of the visit of an open parcours without an account, in English. */
export const english: VisitWords = {
  visitStrings: {
    over: 'This map is no longer open to everybody.',
    overHint: 'Its members still find it among theirs.',
    failed: 'The map could not be loaded.',
    visitor: 'Visit without an account',
    visitorHint: 'What you listen to stays on this device.',
    login: 'Log in',
    createAccount: 'Create an account',
  },
};
