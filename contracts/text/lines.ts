import * as z from 'zod/mini';

/**
 * Characters that nobody sees and that change how the text around them is shown: control and direction characters but `\n`.
 * Joiners stay, since emoji and some scripts need them.
 */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** A text of several lines, such as a description: without invisible characters, trimmed. Breaks become `\n`, tabs spaces. */
export function plainBlock(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(INVISIBLE, '')
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
