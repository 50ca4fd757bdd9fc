import { SaxesParser } from 'saxes';
import type { Position } from '../../../contracts/geo.ts';
import { runInSlices } from './slices.ts';

/** Largest GPX file that is read: a day's track of a watch with heart rates has some 8 MB. */
export const GPX_BYTES_MAX = 10 * 1024 * 1024;

/** A track or route of a GPX file. */
export interface GpxLine {
  /** From the file; null where it has none. */
  readonly name: string | null;
  /** All its segments joined, two positions or more. */
  readonly line: readonly Position[];
  /** When each position was recorded, in ms since 1970; null where the file says nothing that can be read. */
  readonly timesMs: readonly (number | null)[];
  /** Number of segments. */
  readonly segments: number;
}

/** Why a file gives no line. `entities`: it has a DOCTYPE, whose entities could grow to gigabytes or name files. */
export type GpxFault = 'too-large' | 'not-xml' | 'not-gpx' | 'entities' | 'no-line';

/** Length of what is parsed at a time: about a millisecond's work. */
const CHUNK_LENGTH = 8192;

/** What {@link readGpx} rejects with. */
export class GpxError extends Error {
  override readonly name = 'GpxError';
  readonly fault: GpxFault;

  constructor(fault: GpxFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * Reads the tracks and routes of a GPX file, tracks first; waypoints and heights are left out. Works in slices, so
 * that the page stays responsive.
 *
 * @throws {GpxError} for a file of more than 10 MiB, one that is not GPX, and one without a line; the signal's reason once
 *   it has aborted
 */
export async function readGpx(file: Blob, signal: AbortSignal): Promise<GpxLine[]> {
  if (file.size > GPX_BYTES_MAX) {
    throw new GpxError('too-large', `Expected a file of ${GPX_BYTES_MAX} bytes at the most, got ${file.size}`);
  }
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  const lines = await runInSlices(findLines(text), signal);
  if (lines.length === 0) throw new GpxError('no-line', 'Expected a track or route of 2 points or more, got none');
  return lines;
}

/** A track or route whose end was not read yet. A route holds its points itself, a track holds segments. */
interface Draft {
  readonly isTrack: boolean;
  readonly depth: number;
  name: string;
  readonly line: Position[];
  readonly timesMs: (number | null)[];
  segments: number;
  /** The next point is the first of its segment. */
  isNewSegment: boolean;
  /** The open point has no position, and so is left out. */
  isNowhere: boolean;
}

/** Goes by local names: some programs give GPX a prefix of its own. */
function* findLines(text: string): Generator<void, GpxLine[]> {
  const tracks: GpxLine[] = [];
  const routes: GpxLine[] = [];
  let draft: Draft | null = null;
  let isNaming = false;
  /** Text of the open point's time; null outside of it. */
  let time: string | null = null;
  let depth = 0;
  const parser = new SaxesParser();

  function handleText(part: string): void {
    if (isNaming && draft !== null) draft.name += part;
    if (time !== null) time += part;
  }
  parser.on('text', handleText);
  parser.on('cdata', handleText);
  parser.on('error', ({ message }) => {
    throw new GpxError('not-xml', message);
  });
  parser.on('doctype', () => {
    throw new GpxError('entities', 'Expected no DOCTYPE, got one');
  });
  parser.on('opentag', ({ name: qualifiedName, attributes }) => {
    const name = localName(qualifiedName);
    if (depth === 0 && name !== 'gpx') throw new GpxError('not-gpx', `Expected a document of gpx, got one of ${name}`);
    if (name === 'trk' || name === 'rte') {
      draft = {
        isTrack: name === 'trk',
        depth,
        name: '',
        line: [],
        timesMs: [],
        segments: 0,
        isNewSegment: true,
        isNowhere: false,
      };
    } else if (draft !== null) {
      if (name === 'trkseg') draft.isNewSegment = true;
      else if (name === (draft.isTrack ? 'trkpt' : 'rtept')) addPoint(draft, readPosition(attributes));
      else if (name === 'name') isNaming = depth === draft.depth + 1;
      // Deeper ones belong to extensions.
      else if (name === 'time' && depth === draft.depth + (draft.isTrack ? 3 : 2)) time = '';
    }
    depth += 1;
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    const local = localName(name);
    if (local === 'name') isNaming = false;
    if (local === 'time' && time !== null) {
      if (draft !== null) takeTime(draft, time);
      time = null;
    }
    if (draft === null || depth !== draft.depth) return;
    const { isTrack, line, timesMs, segments } = draft;
    const title = draft.name.trim();
    draft = null;
    if (line.length >= 2)
      (isTrack ? tracks : routes).push({ name: title === '' ? null : title, line, timesMs, segments });
  });

  const xml = mendXml(text);
  for (let at = 0; at < xml.length; at += CHUNK_LENGTH) {
    parser.write(xml.slice(at, at + CHUNK_LENGTH));
    yield;
  }
  parser.close();
  return [...tracks, ...routes];
}

/** Mends what XML forbids and some programs write: blank lines before the declaration, and an `&` that is no entity. */
function mendXml(text: string): string {
  return text
    .trimStart()
    .replace(/<!\[CDATA\[[\s\S]*?\]\]>|&(?!(?:#\d+|#x[\da-fA-F]+|amp|lt|gt|quot|apos);)/g, (match) =>
      match === '&' ? '&amp;' : match,
    );
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function addPoint(draft: Draft, position: Position | null): void {
  draft.isNowhere = position === null;
  if (position === null) return;
  draft.line.push(position);
  draft.timesMs.push(null);
  if (draft.isNewSegment) draft.segments += 1;
  draft.isNewSegment = false;
}

/** A time belongs to the point that is open, which was added last unless it is nowhere. */
function takeTime({ timesMs, isNowhere }: Draft, text: string): void {
  const timeMs = Date.parse(text.trim());
  if (!isNowhere && timesMs.length > 0 && Number.isFinite(timeMs)) timesMs[timesMs.length - 1] = timeMs;
}

/** Null for a point that is nowhere on earth: devices without a fix write such. */
function readPosition(attributes: Readonly<Record<string, string>>): Position | null {
  const lng = Number.parseFloat(attributes.lon ?? '');
  const lat = Number.parseFloat(attributes.lat ?? '');
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? [lng, lat] : null;
}

/** Decodes the text by its byte order mark, or else by its XML declaration. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
