import { LANGUAGES, type Language } from '../../contracts/vocabulary.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

const french = {
  label: 'Langue',
  missing: 'Cette langue n’a pas pu être chargée. Vérifiez votre réseau, puis réessayez.',
} as const;

export type LanguageWords = WordsOf<typeof french>;

/** The words of the choice of a language. */
export const languageStrings = inLanguages(french, {
  en: async () => (await import('./language-words.en.ts')).english,
});

/** Each language in its own words. */
const NAMES: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' };

/** The languages to choose from. */
export const languageOptions = LANGUAGES.map((value) => ({ value, label: NAMES[value], lang: value }));
