const ELLIPSIS = '…';

/**
 * Text for one line of a message: without control and direction characters, which would change what stands around it, and
 * with at most `charactersMax` characters as people count them.
 */
export function oneLine(text: string, charactersMax: number): string {
  const plain = text
    .replace(/\s+/gu, ' ')
    // Joiners stay: emoji and some scripts need them.
    .replace(/[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu, '')
    .trim();
  const characters = Array.from(new Intl.Segmenter('fr').segment(plain), ({ segment }) => segment);
  if (characters.length <= charactersMax) return plain;
  return `${characters
    .slice(0, charactersMax - ELLIPSIS.length)
    .join('')
    .trimEnd()}${ELLIPSIS}`;
}
