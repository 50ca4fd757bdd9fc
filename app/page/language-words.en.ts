import type { WordsOf } from '../ui/language.ts';
import type { languageStrings as french } from './language-words.ts';

export const languageStrings = {
  label: 'Language',
  missing: 'This language couldn’t be loaded. Check your network, then try again.',
} satisfies WordsOf<typeof french>;
