import { inLanguages, type WordsOf } from '../ui/language.ts';

const french = {
  admin: 'Admin',
  editor: 'Editor',
  drop: 'Fellow Dropper',
  guest: 'Guest',
} as const;

export type PrivilegeWords = WordsOf<typeof french>;

/** The names of the privileges. */
export const privilegeStrings = inLanguages(french, {
  en: async () => (await import('./privilege-words.en.ts')).english,
});
