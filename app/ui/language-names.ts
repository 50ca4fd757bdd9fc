import { shownLanguage } from './language.ts';

/** Languages that visitors often read, as their codes; any other can be given by its code. */
export const COMMON_LANGUAGES: readonly string[] = [
  ...['ar', 'br', 'ca', 'co', 'cs', 'da', 'de', 'el', 'en', 'es', 'eu', 'fi', 'fr', 'he', 'hi', 'hu', 'it', 'ja'],
  ...['ko', 'lb', 'nl', 'no', 'oc', 'pl', 'pt', 'ro', 'ru', 'sv', 'th', 'tr', 'uk', 'vi', 'zh'],
];

const formatters = new Map<string, Intl.DisplayNames>();

/** Returns the name of a language in the language shown, as in a list; its code if nobody knows its name. */
export function nameLanguage(code: string): string {
  const shown = shownLanguage();
  let names = formatters.get(shown);
  if (names === undefined) {
    names = new Intl.DisplayNames([shown], { type: 'language' });
    formatters.set(shown, names);
  }
  const name = names.of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(shown) + name.slice(1);
}

/** Lists these languages by their names in the language shown. */
export function listLanguages(codes: readonly string[]): { readonly value: string; readonly label: string }[] {
  const { compare } = new Intl.Collator(shownLanguage());
  return codes.map((value) => ({ value, label: nameLanguage(value) })).sort((a, b) => compare(a.label, b.label));
}
