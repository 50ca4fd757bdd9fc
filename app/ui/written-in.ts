import { shownLanguage } from './language.ts';

/** Returns the `lang` of a text: undefined if it is in the language shown, or if its language is unknown. */
export function langOf(language: string | undefined): string | undefined {
  return language === shownLanguage() ? undefined : language;
}

/**
 * Returns `lang` and `dir` for the element of a text that somebody wrote in this language. Its first letters decide in which
 * direction it is read: a name may be in Arabic, whatever its parcours says of it.
 */
export function writtenIn(language: string | undefined): { readonly lang: string | undefined; readonly dir: 'auto' } {
  return { lang: langOf(language), dir: 'auto' };
}
