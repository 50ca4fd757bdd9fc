import { TELLING_TEXT_MAX } from '../../contracts/limits.ts';
import { plainBlock } from '../../contracts/lines.ts';

/** Longer texts are cut before they are read: pages of HTML have a few times the length of their words. */
const SOURCE_MAX = 10 * TELLING_TEXT_MAX;
/** One tag. */
const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi;
/** Whether a text is HTML, as My Maps, OsmAnd and Geotrek write descriptions. */
const IS_HTML = /<(?:br|p|div|b|i|strong|em|ul|ol|li|a|img|table|span|h[1-6])\b[^<>]*>|<\/[a-z]+>/i;
const BREAKS = ['br', 'tr', 'li', 'ul', 'ol', 'hr'];
const PARAGRAPHS = ['p', 'div', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'];
/** Stands for the start of a list's item until the marks of the text itself are escaped. */
const ITEM = '\ue000';
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', deg: '°', hellip: '…', middot: '·' },
  ...{ eacute: 'é', egrave: 'è', ecirc: 'ê', euml: 'ë', agrave: 'à', acirc: 'â', ccedil: 'ç', ocirc: 'ô', ouml: 'ö' },
  ...{ ucirc: 'û', ugrave: 'ù', uuml: 'ü', icirc: 'î', iuml: 'ï', oelig: 'œ', aelig: 'æ', Eacute: 'É', Egrave: 'È' },
  ...{ Agrave: 'À', Ccedil: 'Ç', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
  ...{ ndash: '–', mdash: '—', bull: '•' },
};

/**
 * Makes the text of a place from one of any program: HTML becomes its words, paragraphs and lists, and nothing else of it
 * is syntax. @param isMarkdown for a text of ours, which stays as it is
 */
export function toProse(source: string, isMarkdown = false): { readonly text: string; readonly isShortened: boolean } {
  const cut = source.slice(0, SOURCE_MAX);
  const words = isMarkdown ? cut : decodeEntities(IS_HTML.test(cut) ? wordsOfHtml(withoutComments(cut)) : cut);
  const lines = plainBlock(words)
    .split('\n')
    .map((line) => (isMarkdown ? line : escapeLine(line.trim()).replace(ITEM, '- ')));
  const whole = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const isShortened = source.length > SOURCE_MAX || whole.length > TELLING_TEXT_MAX;
  // Not in the middle of an escaped sign.
  const text = whole.length > TELLING_TEXT_MAX ? `${whole.slice(0, TELLING_TEXT_MAX - 1).replace(/\\$/, '')}…` : whole;
  return { text, isShortened };
}

/** Unclosed ones extend to the end. A pattern would search for their end repeatedly. */
function withoutComments(html: string): string {
  let kept = '';
  for (let from = 0; ; ) {
    const start = html.indexOf('<!--', from);
    const end = start === -1 ? -1 : html.indexOf('-->', start + 4);
    kept += html.slice(from, start === -1 ? undefined : start);
    if (end === -1) return kept;
    from = end + 3;
  }
}

function wordsOfHtml(html: string): string {
  let words = '';
  let last = 0;
  /** The open element whose content nobody reads. */
  let hidden: string | null = null;
  for (const match of html.matchAll(TAG)) {
    const [whole, slash, element = ''] = match;
    const name = element.toLowerCase();
    if (hidden === null) words += html.slice(last, match.index).replace(/\s+/g, ' ');
    last = match.index + whole.length;
    if (hidden !== null) {
      if (slash === '/' && name === hidden) hidden = null;
      continue;
    }
    if (slash !== '/' && (name === 'script' || name === 'style')) hidden = name;
    else if (name === 'li' && slash !== '/') words += `\n${ITEM}`;
    else if (PARAGRAPHS.includes(name)) words += '\n\n';
    else if (BREAKS.includes(name)) words += name === 'li' ? '' : '\n';
    else if (name === 'td' || name === 'th') words += ' ';
  }
  if (hidden === null) words += html.slice(last).replace(/\s+/g, ' ');
  return words;
}

/** Many programs write them in any text; nobody means them as they stand. */
function decodeEntities(words: string): string {
  return words.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Escapes what would be syntax of `readProse` in a line. */
function escapeLine(line: string): string {
  return line
    .replace(/\\(?=[!-/:-@[-`{-~])|[*_[\]]|&(?=#?\w+;)/g, '\\$&')
    .replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|-{3,})/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
