import { SaxesParser } from 'saxes';
import type { Position } from '../../../contracts/geo.ts';
import { runInSlices } from '../page/time-slices.ts';
import { findWay, type GpxPoint, readPosition, readTime, type Way } from './gpx-points.ts';

/** Largest GPX file that is read: a watch's track of a day, with heart rates, has about 8 MB. */
export const GPX_BYTES_MAX = 10 * 1024 * 1024;

/** A track or route of a GPX file. */
export interface GpxLine {
  /** From the file; null if it has none. */
  readonly name: string | null;
  /** All its segments joined, at least two positions. */
  readonly line: readonly Position[];
  /** When each position was recorded, in ms since 1970; null if the file has no readable time. */
  readonly timesMs: readonly (number | null)[];
  readonly segments: number;
  /** Points of the file at which nobody can have been, and which were removed from the line. */
  readonly leftOut: Way['leftOut'];
}

/**
 * Why a file gives no line. `entities`: it has a DOCTYPE, whose entities could grow to gigabytes or name files.
 * `nowhere`: it has points, but too few have a position.
 */
type GpxFault = 'too-large' | 'not-xml' | 'not-gpx' | 'entities' | 'nowhere' | 'no-line';

/** Number of characters parsed at a time: about a millisecond's work. */
const CHUNK_LENGTH = 8192;

/** Error of {@link readGpx}. */
export class GpxError extends Error {
  override readonly name = 'GpxError';
  readonly fault: GpxFault;
  /** Line of the file at fault; null if there is no single one. */
  readonly fileLine: number | null;

  constructor(fault: GpxFault, message: string, fileLine: number | null = null) {
    super(message);
    this.fault = fault;
    this.fileLine = fileLine;
  }
}

/**
 * Reads the tracks and routes of a GPX file, tracks first; ignores waypoints and heights. Works in slices.
 *
 * @throws {GpxError} for a file that is too large, not GPX or without a line; the signal's reason
 */
export async function readGpx(file: Blob, signal: AbortSignal): Promise<GpxLine[]> {
  if (file.size > GPX_BYTES_MAX) {
    throw new GpxError('too-large', `Expected a file of ${GPX_BYTES_MAX} bytes at the most, got ${file.size}`);
  }
  return await runInSlices(findLines(new Uint8Array(await file.arrayBuffer())), signal);
}

/** A track or route whose end has not been read yet. A route holds its points itself, a track holds segments. */
interface Draft {
  readonly isTrack: boolean;
  readonly depth: number;
  name: string;
  readonly points: GpxPoint[];
  segment: number;
  /** Depth of the last point. */
  pointDepth: number;
}

/** Compares local names, because some programs give GPX a prefix of its own. */
function* findLines(bytes: Uint8Array): Generator<void, GpxLine[]> {
  const { xml, linesBefore } = readXmlText(bytes);
  const tracks: GpxLine[] = [];
  const routes: GpxLine[] = [];
  let nowhereLine: number | null = null;
  let draft: Draft | null = null;
  let isNaming = false;
  /** Text of the open point's time; null outside a time element. */
  let time: string | null = null;
  let depth = 0;
  // The browser's own parser blocks the page for a second with 10 MB, togeojson needs a DOM, and saxen refuses legal XML.
  const parser = new SaxesParser();
  const fileLine = (): number => linesBefore + parser.line;

  function handleText(part: string): void {
    if (isNaming && draft !== null) draft.name += part;
    if (time !== null) time += part;
  }
  parser.on('text', handleText);
  parser.on('cdata', handleText);
  parser.on('error', ({ message }) => {
    throw new GpxError('not-xml', message, fileLine());
  });
  parser.on('doctype', () => {
    throw new GpxError('entities', 'Expected no DOCTYPE, got one', fileLine());
  });
  parser.on('opentag', ({ name: qualifiedName, attributes }) => {
    const name = localName(qualifiedName);
    if (depth === 0 && name !== 'gpx') throw new GpxError('not-gpx', `Expected a document of gpx, got one of ${name}`);
    if (name === 'trk' || name === 'rte') {
      draft = { isTrack: name === 'trk', depth, name: '', points: [], segment: 0, pointDepth: Number.NaN };
    } else if (draft !== null) {
      if (name === 'trkseg') draft.segment += 1;
      // Garmin's planners put the points between two points of a route into extensions of the first.
      else if (name === (draft.isTrack ? 'trkpt' : 'rtept') || (name === 'rpt' && !draft.isTrack)) {
        const position = readPosition(attributes.lon ?? '', attributes.lat ?? '');
        if (name !== 'rpt') draft.pointDepth = depth;
        draft.points.push({ position, timeMs: null, segment: draft.segment });
        if (position === null) nowhereLine ??= fileLine();
      } else if (name === 'name') isNaming = depth === draft.depth + 1;
      // Deeper ones belong to extensions.
      else if (name === 'time' && depth === draft.pointDepth + 1) time = '';
    }
    depth += 1;
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    const local = localName(name);
    if (local === 'name') isNaming = false;
    if (local === 'time' && time !== null) {
      // The time belongs to the open point, which is the last one.
      const point = draft?.points.at(-1);
      if (point !== undefined) point.timeMs = readTime(time);
      time = null;
    }
    if (draft === null || depth !== draft.depth) return;
    const line = lineOf(draft);
    if (line.line.length >= 2) (draft.isTrack ? tracks : routes).push(line);
    draft = null;
  });

  for (let at = 0; at < xml.length; at += CHUNK_LENGTH) {
    parser.write(xml.slice(at, at + CHUNK_LENGTH));
    yield;
  }
  parser.close();
  if (tracks.length + routes.length > 0) return [...tracks, ...routes];
  const got = nowhereLine === null ? 'none' : 'some without a position';
  throw new GpxError(
    nowhereLine === null ? 'no-line' : 'nowhere',
    `Expected a track or route of 2 points or more, got ${got}`,
    nowhereLine,
  );
}

function lineOf({ name, points }: Draft): GpxLine {
  const { points: way, leftOut } = findWay(points);
  const title = name.replace(/\s+/g, ' ').trim();
  return {
    name: title === '' ? null : title,
    line: way.map(({ position }) => position),
    timesMs: way.map(({ timeMs }) => timeMs),
    segments: new Set(way.map(({ segment }) => segment)).size,
    leftOut,
  };
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
