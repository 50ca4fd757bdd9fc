/** The text of an XML file, repaired so that a parser accepts it. */
export interface XmlText {
  readonly xml: string;
  /** Lines of the file before the text, which a parser's line numbers don't count. */
  readonly linesBefore: number;
}

/** Characters that XML 1.0 forbids (production 2, Char), except lone surrogates, which decoded text never has. */
const FORBIDDEN = /[^\t\n\r\x20-\ufffd]/g;
/**
 * Text that is repaired, and CDATA sections, which aren't. An unclosed part extends to the end of the file, because its
 * end would otherwise be searched for repeatedly.
 */
const MENDED =
  /<\?xml\s[^>]*>|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|\]\]>|<(?![\p{L}_:/!?])|&(?:#x(?<hex>[\da-fA-F]+);|#(?<decimal>\d+);|(?:amp|lt|gt|quot|apos);)?/gu;

/**
 * Decodes the bytes of an XML file, whatever its declaration says, and repairs what XML forbids but some programs
 * write: blank lines and comments before the declaration, a second declaration, control characters and references to
 * them, and an `&`, `<` or `]]>` in text.
 */
export function readXmlText(bytes: Uint8Array): XmlText {
  const text = decode(bytes).replace(FORBIDDEN, '');
  const xml = text.trimStart();
  const before = text.slice(0, text.length - xml.length);
  return { xml: xml.replace(MENDED, mend), linesBefore: before.split('\n').length - 1 };
}

function mend(match: string, ...rest: readonly unknown[]): string {
  const { hex, decimal } = rest.at(-1) as Readonly<Partial<Record<'hex' | 'decimal', string>>>;
  if (hex !== undefined || decimal !== undefined) {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isForbidden = code > 0x10ffff || /^[\ud800-\udfff]$/u.test(String.fromCodePoint(code));
    return isForbidden || String.fromCodePoint(code).replace(FORBIDDEN, '') === '' ? '' : match;
  }
  // The declaration was used for decoding. XML allows one only at the very start of a file.
  if (match.startsWith('<?')) return match.replace(/[^\n]+/g, '');
  if (match === '&') return '&amp;';
  if (match === '<') return '&lt;';
  if (match === ']]>') return ']]&gt;';
  // A comment must not contain `--`; its line breaks still count.
  return /^<!--.*-->$/s.test(match) ? `<!--${match.replace(/[^\n]+/g, '')}-->` : match;
}

/**
 * Decodes by the bytes first: by the byte order mark, by the zeros of UTF-16, then as UTF-8, which hardly any other
 * text resembles. Only if none of these fits does the declaration count, or the Western encoding of Windows.
 */
function decode(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return as('utf-16le', bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return as('utf-16be', bytes);
  const text = as('utf-8', bytes);
  // A name that was cut in the middle of a letter doesn't mean another encoding.
  const lost = text.match(/\ufffd/g)?.length ?? 0;
  if (lost === 0 || lost < (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0)) return text;
  const declared = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(text.slice(0, 200))?.[1] ?? '';
  return as(/^utf/i.test(declared) ? 'windows-1252' : declared, bytes);
}

function as(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
