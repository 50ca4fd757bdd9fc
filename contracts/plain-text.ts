/** Letters of scripts that have no spaces between words, or few. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/**
 * Folds a text for comparison: no accents or case, ligatures as letters, one space between words. Where words aren't written
 * apart, each letter is one: a word may begin anywhere.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(UNSPACED, ' $& ')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns a text in Markdown without its marks and the addresses of its links: for a search, and a voice. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^\s*(?:[-+*]|\d+[.)])\s+/gm, '')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[*_#>[\]`]/g, '');
}
