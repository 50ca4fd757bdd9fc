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

/** Marks at the beginning of a line: of lists, headings and quotes. */
const LINE_MARKS = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)]|#{1,6})[ \t]+|>[ \t]*)+/gm;
/** An image or a link, a link around an image, an address as it is written, and marks of emphasis. */
const INLINE_MARKS =
  /!?\[([^[\]\n]*)\]\(([^()\s]*)\)|\[(?=!\[)|\]\(([^()\s]*)\)|https?:\/\/[^\s()<>[\]*]+|(?<=\S)\*+|\*+(?=\S)|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
const EMPHASIS_MARKS = /[*_]/g;

/**
 * Returns a text in Markdown without its marks: for a search, a voice, and software that reads plain text. Takes time in
 * proportion to the text's length, whatever is in it.
 * @param keepsAddresses whether the address of a link stays, in parentheses behind its words
 */
export function plainText(markdown: string, { keepsAddresses = false } = {}): string {
  return markdown
    .replace(LINE_MARKS, '')
    .replace(INLINE_MARKS, (mark, words?: string, address?: string, lastAddress?: string) => {
      if (mark.startsWith('http')) return mark;
      const link = address ?? lastAddress ?? '';
      return (words ?? '').replace(EMPHASIS_MARKS, '') + (keepsAddresses && link !== '' ? ` (${link})` : '');
    });
}
