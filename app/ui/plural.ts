import { shownLanguage } from './language.ts';

const rules = new Map<string, Intl.PluralRules>();

/** Returns the form of a word for a number, by the rules of the language shown: French says '0 lieu', English '0 places'. */
export function plural(count: number, one: string, other: string): string {
  const language = shownLanguage();
  let rule = rules.get(language);
  if (rule === undefined) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  return rule.select(count) === 'one' ? one : other;
}
