import { shownLanguage } from './language.ts';

/** Languages that visitors often read, as their codes; any other can be given by its code. */
export const COMMON_LANGUAGES: readonly string[] = [
  ...['ar', 'br', 'ca', 'co', 'cs', 'da', 'de', 'el', 'en', 'es', 'eu', 'fi', 'fr', 'he', 'hi', 'hu', 'it', 'ja'],
  ...['ko', 'lb', 'nl', 'no', 'oc', 'pl', 'pt', 'ro', 'ru', 'sv', 'th', 'tr', 'uk', 'vi', 'zh'],
];

const formatters = new Map<string, Intl.DisplayNames>();

/** Returns the name of a language in the language shown, as within a sentence: 'allemand'; its code if nobody knows it. */
export function nameLanguage(code: string): string {
  return nameIn(shownLanguage(), code);
}

/** Returns {@link nameLanguage} as in a list: 'Allemand'. */
export function labelLanguage(code: string): string {
  return capitalized(shownLanguage(), nameLanguage(code));
}

/** Returns a language's name in itself, as in a list: 'Deutsch', 'Français'. */
export function nameInItself(code: string): string {
  return capitalized(code, nameIn(code, code));
}

function nameIn(language: string, code: string): string {
  let names = formatters.get(language);
  if (names === undefined) {
    names = new Intl.DisplayNames([language], { type: 'language' });
    formatters.set(language, names);
  }
  return names.of(code) ?? code;
}

function capitalized(language: string, name: string): string {
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Lists these languages by their names in the language shown. */
export function listLanguages(codes: readonly string[]): { readonly value: string; readonly label: string }[] {
  const { compare } = new Intl.Collator(shownLanguage());
  return codes.map((value) => ({ value, label: labelLanguage(value) })).sort((a, b) => compare(a.label, b.label));
}
