/** Folds a text for comparison: no accents or case, ligatures as letters, one space between words. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
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
