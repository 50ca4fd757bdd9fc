import { type Markup, trusted } from '../html.ts';

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set('ar ckb dv fa he ks ku nqo pnb prs ps sd syr ug ur yi'.split(' '));

/** The direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}

/** The attributes of an element in this language; none in that of the page. @param language as `ContentLanguage` */
export function tagLanguage(language: string, ofPage: string): Markup {
  if (language === ofPage) return trusted('');
  return trusted(` lang="${language}" dir="${directionOf(language)}"`);
}

/** A language's name in itself, as in a list: 'Deutsch', 'Français'. */
export function nameInItself(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
