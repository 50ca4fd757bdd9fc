import { SaxesParser } from 'saxes';
import { ImportError } from '../../contracts/imported-file.ts';
import { decodeText } from './decode-text.ts';

/** Number of characters parsed at a time. */
const CHUNK_LENGTH = 65_536;
/** Deepest nesting of elements: folders in folders are a few. */
const DEPTH_MAX = 100;

/** Most parts of a text that are looked at to be repaired: a second's work. */
const MENDED_MAX = 1_000_000;

/** What is told of an XML document, in its order. Names are without their prefixes, because some programs give formats one of their own. */
export interface XmlReader {
  /** @param depth 0 for the outermost element @param fileLine from 1 */
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, depth: number, fileLine: number) => void;
  /** A part of a text, also of a CDATA section. */
  readonly text: (part: string) => void;
  readonly close: (name: string, depth: number) => void;
}

/**
 * Reads an XML document in any encoding, with the faults that programs write. Uses no DOM: a worker has none.
 * @throws {ImportError} `not-xml`, `entities`, `too-deep`; what `reader` throws
 */
export function walkXml(bytes: Uint8Array, reader: XmlReader): void {
  const { xml, linesBefore } = readXmlText(bytes);
  let depth = 0;
  const parser = new SaxesParser();
  const fileLine = (): number => linesBefore + parser.line;
  parser.on('text', reader.text);
  parser.on('cdata', reader.text);
  parser.on('error', ({ message }) => {
    throw new ImportError('not-xml', message, fileLine());
  });
  parser.on('doctype', () => {
    throw new ImportError('entities', 'Expected no DOCTYPE, got one', fileLine());
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (depth > DEPTH_MAX) throw new ImportError('too-deep', `Expected at most ${DEPTH_MAX} levels`, fileLine());
    reader.open(localName(name), attributes, depth, fileLine());
    depth += 1;
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    reader.close(localName(name), depth);
  });
  for (let at = 0; at < xml.length; at += CHUNK_LENGTH) parser.write(xml.slice(at, at + CHUNK_LENGTH));
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
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
 * them, and an `&`, `<` or `]]>` in text. `linesBefore` it are not in a parser's line numbers.
 */
function readXmlText(bytes: Uint8Array) {
  const stated = (start: string): string => /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1] ?? '';
  const text = decodeText(bytes, stated).replace(FORBIDDEN, '');
  const xml = text.trimStart();
  const before = text.slice(0, text.length - xml.length);
  return { xml: mendAll(xml), linesBefore: before.split('\n').length - 1 };
}

/** One match after the other: `replace` would hold millions of them at once. */
function mendAll(xml: string): string {
  const pieces: string[] = [];
  let last = 0;
  for (const match of xml.matchAll(MENDED)) {
    pieces.push(xml.slice(last, match.index), mend(match));
    last = match.index + match[0].length;
    if (pieces.length > 2 * MENDED_MAX) throw new ImportError('not-xml', 'Expected XML with few signs to repair');
  }
  return pieces.join('') + xml.slice(last);
}

function mend({ 0: match, groups = {} }: RegExpExecArray): string {
  const { hex, decimal } = groups;
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
