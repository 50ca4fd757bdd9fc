/** What {@link scanXml} finds, in the order of the text. Names are without their prefix. */
export interface XmlListener {
  /** @param attributes as they are written; the root is at a depth of 0 */
  readonly onOpen: (name: string, attributes: string, depth: number) => void;
  readonly onClose: (name: string, depth: number) => void;
  /** Text within an element, in parts where comments or elements stand between. */
  readonly onText: (text: string) => void;
}

/** What {@link scanXml} throws for what is no XML; `doctype` where it has declarations, which are not read. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
  readonly fault: 'malformed' | 'doctype';

  constructor(fault: XmlError['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}

const TAG = /<(\/?)([^\s<>/='"]+)((?:\s+[^\s<>/='"]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
/** What is skipped or taken as it is: how it begins, and how it ends. */
const SECTIONS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
] as const;
/** Some tenths of a millisecond. */
const TAGS_A_STEP = 200;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads XML from its beginning to its end and yields now and then, for texts of megabytes, which the browser's own parser
 * would keep the page with for a tenth of a second and more.
 *
 * It checks that elements are closed in order. Entities in attributes are left as they are.
 *
 * @throws {XmlError} at the first fault
 */
export function* scanXml(text: string, { onOpen, onClose, onText }: XmlListener): Generator<void, void> {
  const open: string[] = [];
  let hasRoot = false;
  let tags = 0;

  function handleText(raw: string): void {
    if (open.length > 0) onText(raw);
    else if (raw.trim() !== '') throw new XmlError('malformed', `Expected elements, got the text ${raw.slice(0, 40)}`);
  }

  let at = 0;
  while (at < text.length) {
    const from = text.indexOf('<', at);
    if (from !== at) handleText(readEntities(text.slice(at, from < 0 ? text.length : from)));
    if (from < 0) break;
    const section = SECTIONS.find(([begin]) => text.startsWith(begin, from));
    if (section !== undefined) {
      const [begin, end] = section;
      const to = text.indexOf(end, from + begin.length);
      if (to < 0) throw new XmlError('malformed', `Expected ${end} after ${begin} at ${from}, got the end`);
      if (begin === '<![CDATA[') handleText(text.slice(from + begin.length, to));
      at = to + end.length;
      continue;
    }
    if (text.startsWith('<!', from)) throw new XmlError('doctype', `Expected no declarations, got one at ${from}`);
    TAG.lastIndex = from;
    const tag = TAG.exec(text);
    if (tag === null) throw new XmlError('malformed', `Expected a tag at ${from}, got ${text.slice(from, from + 40)}`);
    const [whole, closes, name = '', attributes = '', isEmpty] = tag;
    at = from + whole.length;
    if (closes === '/') {
      const opened = open.pop();
      if (opened !== name)
        throw new XmlError('malformed', `Expected the end of ${opened} at ${from}, got that of ${name}`);
      onClose(localName(name), open.length);
    } else {
      if (open.length === 0 && hasRoot) throw new XmlError('malformed', `Expected one root, got another at ${from}`);
      hasRoot = true;
      onOpen(localName(name), attributes, open.length);
      if (isEmpty === '/') onClose(localName(name), open.length);
      else open.push(name);
    }
    tags += 1;
    if (tags % TAGS_A_STEP === 0) yield;
  }
  if (!hasRoot) throw new XmlError('malformed', 'Expected an element, got none');
  if (open.length > 0) throw new XmlError('malformed', `Expected the end of ${open.at(-1)}, got the end of the text`);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Entities that XML itself has; others are left as they are written. */
function readEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
