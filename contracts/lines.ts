import * as z from 'zod/mini';

/**
 * Invisible characters, alone or by their effect on the text around them: control, direction, filler and annotation
 * characters except `\n`, and tags except those that spell a flag. Joiners and selectors stay, because emoji and some
 * scripts need them.
 */
const UNSEEN =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|(?![\n\p{Join_C}\p{VS}])[\p{Cc}\p{Cs}\p{DI}\ufff9-\ufffb]/gu;

/**
 * Joiners and selectors with nothing before them, and joiners with nothing after them. Only the first of a row of joiners
 * is tried, or a long row would take the square of its length.
 */
const JOINING_NOTHING = /(?<!\S)[\p{Join_C}\p{VS}]+|(?<!\p{Join_C})\p{Join_C}+(?!\S)/gu;

/** Longest text as it is sent, in multiples of the length that it may have once it is normalized. */
const SENT_LENGTHS = 8;

/** Whether a text has no invisible character; for texts that identify a person, such as an email. */
export function hidesNothing(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800]/u.test(text);
}

/** Normalizes a multi-line text: without invisible characters, trimmed. Line breaks become `\n`, tabs spaces. */
export function plainBlock(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\u2800]/g, ' ')
    .replace(UNSEEN, '$1')
    .replace(JOINING_NOTHING, '')
    .trim();
}

/** Normalizes a single-line text, such as a name: like {@link plainBlock}, with spaces in place of line breaks. */
export function plainLine(text: string): string {
  return plainBlock(text).replace(/\n+/g, ' ');
}

/** A name or title of `lengthMin` to `lengthMax` characters, stored as {@link plainLine} returns it. */
export function lineOf(lengthMin: number, lengthMax: number) {
  return plainText(plainLine, lengthMin, lengthMax);
}

/** A description of `lengthMin` to `lengthMax` characters, stored as {@link plainBlock} returns it. */
export function blockOf(lengthMin: number, lengthMax: number) {
  return plainText(plainBlock, lengthMin, lengthMax);
}

function plainText(normalize: (text: string) => string, lengthMin: number, lengthMax: number) {
  return z
    .string()
    .check(
      z.maxLength(SENT_LENGTHS * lengthMax, { abort: true }),
      z.overwrite(normalize),
      z.minLength(lengthMin),
      z.maxLength(lengthMax),
    );
}
