import * as z from 'zod/mini';

/**
 * Characters that nobody sees, alone or by how they show the text around them: control, direction, filling and annotating ones
 * but `\n`, and tags but those that spell a flag. Joiners and selectors stay, since emoji and some scripts need them.
 */
const UNSEEN =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|(?![\n\p{Join_C}\p{VS}])[\p{Cc}\p{Cs}\p{DI}\ufff9-\ufffb]/gu;

/** Joiners and selectors where there is nothing before them, and joiners where there is nothing behind. */
const JOINING_NOTHING = /(?<!\S)[\p{Join_C}\p{VS}]+|\p{Join_C}+(?!\S)/gu;

/** Whether all of a text is seen: for what identifies somebody, such as an email. */
export function hidesNothing(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800]/u.test(text);
}

/** A text of several lines, such as a description: without invisible characters, trimmed. Breaks become `\n`, tabs spaces. */
export function plainBlock(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\u2800]/g, ' ')
    .replace(UNSEEN, '$1')
    .replace(JOINING_NOTHING, '')
    .trim();
}

/** A text of one line, such as a name: the same, with spaces in place of breaks. */
export function plainLine(text: string): string {
  return plainBlock(text).replace(/\n+/g, ' ');
}

/** A name or title of `lengthMin` to `lengthMax` characters, stored as {@link plainLine} returns it. */
export function lineOf(lengthMin: number, lengthMax: number) {
  return z.string().check(z.overwrite(plainLine), z.minLength(lengthMin), z.maxLength(lengthMax));
}

/** A description of `lengthMin` to `lengthMax` characters, stored as {@link plainBlock} returns it. */
export function blockOf(lengthMin: number, lengthMax: number) {
  return z.string().check(z.overwrite(plainBlock), z.minLength(lengthMin), z.maxLength(lengthMax));
}
