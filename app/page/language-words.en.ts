import type { LanguageWords } from './language-words.ts';

export const english = {
  label: 'Language',
  missing: 'This language couldn’t be loaded. Check your network, then try again.',
} satisfies LanguageWords;
