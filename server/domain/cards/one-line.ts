import { plainLine } from '../../../contracts/lines.ts';

const ELLIPSIS = '…';

/**
 * Returns a text for one line of a message: without control and direction characters, which would change the text
 * around it, and with at most `charactersMax` characters as people count them.
 */
export function oneLine(text: string, charactersMax: number): string {
  const plain = plainLine(text.replace(/\s+/gu, ' '));
  const characters = Array.from(new Intl.Segmenter('fr').segment(plain), ({ segment }) => segment);
  if (characters.length <= charactersMax) return plain;
  return `${characters
    .slice(0, charactersMax - ELLIPSIS.length)
    .join('')
    .trimEnd()}${ELLIPSIS}`;
}
