/** Characters of Latin-1 from U+00A0 on, by their names in HTML, which may stand without a semicolon. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute ' +
  'Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml ' +
  'Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Names that HTML reads without a semicolon, too. */
const LOOSE_NAMES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ...LATIN_1.split(' ').map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
]);

const LOOSE_NAME_LENGTH = Math.max(...[...LOOSE_NAMES.keys()].map((name) => name.length));

/** Of the others those of WebVTT, and those of typed French and English; HTML has two thousand more. */
const STRICT_NAMES: ReadonlyMap<string, string> = new Map([
  ...LOOSE_NAMES,
  ['apos', "'"],
  ['lrm', '\u200e'],
  ['rlm', '\u200f'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['OElig', 'Œ'],
  ['oelig', 'œ'],
  ['Yuml', 'Ÿ'],
  ['euro', '€'],
  ['hellip', '…'],
  ['bull', '•'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['sbquo', '‚'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bdquo', '„'],
  ['lsaquo', '‹'],
  ['rsaquo', '›'],
  ['trade', '™'],
]);

/** What HTML takes the numbers 128 to 159 for: those of Windows-1252, with itself where that has none. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** White space in the sense of HTML, which is less than `\s`. */
export const SPACES = /[\t\n\f\r ]+/g;

/** What a cue says. */
interface SaidText {
  readonly text: string;
  readonly voice?: string;
}

/**
 * Reads the payload of a cue (https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules) as plain text. Several voices, or
 * one that doesn't say all of it, become names before what they say.
 */
export function readCueText(payload: string): SaidText {
  const spans: { voice: string; text: string }[] = [{ voice: '', text: '' }];
  const open: { readonly tag: string; readonly voice: string }[] = [];
  const say = (voice: string): void => {
    if (spans.at(-1)?.voice !== voice) spans.push({ voice, text: '' });
  };
  for (const [, tag, words = ''] of payload.matchAll(/<([^>]*)(?:>|$)|([^<]+)/g)) {
    const last = spans.at(-1);
    if (tag === undefined && last !== undefined) last.text += decodeReferences(words);
    if (tag === undefined) continue;
    const name = /^[^\t\n\f\r .]*/.exec(tag)?.[0] ?? '';
    const outer = open.at(-1);
    if (name.startsWith('/')) {
      const isRubyText = name === '/ruby' && outer?.tag === 'rt';
      if (isRubyText) open.pop();
      if (isRubyText || outer?.tag === name.slice(1)) open.pop();
    } else if (name === 'v') open.push({ tag: name, voice: annotation(tag) });
    else if (['c', 'i', 'b', 'u', 'ruby', 'lang'].includes(name) || (name === 'rt' && outer?.tag === 'ruby')) {
      open.push({ tag: name, voice: outer?.voice ?? '' });
    }
    say(open.at(-1)?.voice ?? '');
  }
  const said = spans.filter(({ text }) => text.trim() !== '');
  const [first = spans.find(({ voice }) => voice !== '') ?? spans[0]] = said;
  const voice = first?.voice ?? '';
  if (said.every((span) => span.voice === voice)) {
    const text = said.length > 1 ? said.map((span) => span.text.trim()).join('\n') : (first?.text ?? '');
    return { text: cueText(text), ...(voice === '' ? {} : { voice }) };
  }
  const named = said.map((span) => (span.voice === '' ? span.text.trim() : `${span.voice}: ${span.text.trim()}`));
  return { text: cueText(named.join('\n')) };
}

/** A text as a cue can hold it: without empty lines, which would end the cue. */
export function cueText(text: string): string {
  return text
    .replaceAll('\0', '\ufffd')
    .split(/[\r\n]+/)
    .filter((line) => line !== '')
    .join('\n');
}

/** Escapes plain text for a payload or a voice's name. */
export function escapeCueText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function annotation(tag: string): string {
  const start = tag.search(SPACES);
  if (start < 0) return '';
  return decodeReferences(tag.slice(start)).replaceAll(SPACES, ' ').replace(/^ | $/g, '');
}

/** Decodes character references as HTML does; a name that isn't in the tables stays as it is written. */
function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d+);?|#[xX]([\da-fA-F]+);?|([A-Za-z][A-Za-z\d]*)(;?))/g,
    (written, decimal?: string, hex?: string, name = '', end = '') => {
      if (decimal !== undefined) return characterOf(Number(decimal));
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
      const strict = end === '' ? undefined : STRICT_NAMES.get(name);
      if (strict !== undefined) return strict;
      for (let length = Math.min(name.length, LOOSE_NAME_LENGTH); length > 1; length--) {
        const loose = LOOSE_NAMES.get(name.slice(0, length));
        if (loose !== undefined) return loose + name.slice(length) + end;
      }
      return written;
    },
  );
}

function characterOf(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return isNone ? '\ufffd' : (WINDOWS_1252[code - 0x80] ?? String.fromCodePoint(code));
}
