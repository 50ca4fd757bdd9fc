import { langOf } from './language.ts';

/**
 * Returns `lang` and `dir` for the element of a text that somebody wrote in this language. Its first letters decide in which
 * direction it is read: a name may be in Arabic, whatever its parcours says of it.
 */
export function writtenIn(language: string | undefined): { readonly lang: string | undefined; readonly dir: 'auto' } {
  return { lang: langOf(language), dir: 'auto' };
}
