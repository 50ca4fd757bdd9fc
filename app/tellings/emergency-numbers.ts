/** A piece of what authors wrote about emergencies. */
export interface CallPart {
  readonly text: string;
  /** The number to call, as in a `tel:` link; null for words, and for what may be no number. */
  readonly number: string | null;
}

/** A run of digits with single separators. A country code may be followed by a zero that is not dialled from abroad. */
const DIGITS = /(?:\+\d{1,3}[ \u00a0\u202f]?\(0\)[ \u00a0\u202f]?)?\+?\d(?:[ .\-\u00a0\u202f]?\d)*/g;
/** Short numbers for emergencies and for help, in France and elsewhere; other short runs are hours, years or metres. */
const SHORT = /^(?:1[578]|1[01]\d|9\d\d|3\d{3}|116\d{3})$/;
/** With its first zero, which nearly no other number in a text has. */
const NATIONAL = /^0[1-9]\d{7,8}$/;
const FRENCH = /^(?:\+|00)33[1-9]\d{8}$/;
const INTERNATIONAL = /^(?:\+|00)(?!33)[1-9]\d{7,12}$/;
/** What follows a number that counts something, or is a house's. */
const COUNTS =
  /^,?\s*(?:h|heures?|min|mn|minutes?|m|mètres?|km|euros?|ans|j|jours?|bis|ter|rue|avenue|av|bd|boulevard|place|quai|chemin|route|impasse|allée|cours|hours?|minutes?|metres?|street|road)(?![\p{L}\d])|^\s*[€%]/iu;
/** What precedes a number that is an extension or a mark. */
const NAMES = /(?:poste|ext\.?|extension|code|borne|n[°o])\s*$/i;

/** Divides what authors wrote about emergencies into the numbers to call and the words around them. Links none in doubt. Pure. */
export function findCallParts(text: string): readonly CallPart[] {
  const parts: CallPart[] = [];
  let from = 0;
  for (const { 0: digits, index } of text.matchAll(DIGITS)) {
    const number = digits.replace('(0)', '').replace(/[^+\d]/g, '');
    if (!isNumber(number) || !standsAlone(text.slice(0, index), text.slice(index + digits.length))) continue;
    if (index > from) parts.push({ text: text.slice(from, index), number: null });
    parts.push({ text: digits, number });
    from = index + digits.length;
  }
  return from < text.length ? [...parts, { text: text.slice(from), number: null }] : parts;
}

function isNumber(number: string): boolean {
  return [SHORT, NATIONAL, FRENCH, INTERNATIONAL].some((form) => form.test(number));
}

function standsAlone(before: string, after: string): boolean {
  const touches = /[\p{L}\d+]$/u.test(before) || /^[\p{L}\d+]/u.test(after) || /^\s*\(0\)/.test(after);
  return !touches && !COUNTS.test(after) && !NAMES.test(before);
}
