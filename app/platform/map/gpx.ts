import type { Position } from '../../../contracts/geo.ts';
import { runInSlices } from './slices.ts';
import { scanXml, XmlError } from './xml-tags.ts';

/** Largest GPX file read: a day's track with a watch's heart beats is some 8 MB. */
export const GPX_BYTES_MAX = 10 * 1024 * 1024;

/** A track or route of a GPX file. */
export interface GpxLine {
  /** As the file names it; null where it doesn't. */
  readonly name: string | null;
  /** Its segments one after the other, as one line of two positions or more. */
  readonly line: readonly Position[];
  /** How many segments that were. */
  readonly segments: number;
}

/** Why a file gives no line. */
export type GpxFault = 'too-large' | 'not-xml' | 'not-gpx' | 'entities' | 'no-line';

/** Nothing that writes GPX has a DOCTYPE; what does could grow to gigabytes, or name files. */
const FAULTS = { malformed: 'not-xml', doctype: 'entities' } as const satisfies Record<XmlError['fault'], GpxFault>;

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
 * Reads the tracks and routes of a GPX file, tracks first; waypoints, times and heights are left out. It works in slices,
 * so that the page stays quick meanwhile.
 *
 * @throws {GpxError} for a file of more than 10 MiB, one that is no GPX, and one without a line; the signal's reason once
 *   that has aborted
 */
export async function readGpx(file: Blob, signal: AbortSignal): Promise<GpxLine[]> {
  if (file.size > GPX_BYTES_MAX) {
    throw new GpxError('too-large', `Expected a file of ${GPX_BYTES_MAX} bytes at the most, got ${file.size}`);
  }
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  const lines = await runInSlices(findLines(text), signal).catch((error: unknown) => {
    throw error instanceof XmlError ? new GpxError(FAULTS[error.fault], error.message) : error;
  });
  if (lines.length === 0) throw new GpxError('no-line', 'Expected a track or route of 2 points or more, got none');
  return lines;
}

/** A track or route of which the end has not come yet. A route has its points itself, a track in segments. */
interface Draft {
  readonly isTrack: boolean;
  readonly depth: number;
  name: string;
  readonly line: Position[];
  segments: number;
  /** The next point is the first of its segment. */
  isNewSegment: boolean;
}

/** By names without a prefix: some programs give GPX one of its own. */
function* findLines(text: string): Generator<void, GpxLine[]> {
  const tracks: GpxLine[] = [];
  const routes: GpxLine[] = [];
  let draft: Draft | null = null;
  let isNaming = false;

  function add(position: Position | null): void {
    if (draft === null || position === null) return;
    draft.line.push(position);
    if (draft.isNewSegment) draft.segments += 1;
    draft.isNewSegment = false;
  }

  yield* scanXml(text, {
    onOpen(name, attributes, depth) {
      if (depth === 0 && name !== 'gpx')
        throw new GpxError('not-gpx', `Expected a document of gpx, got one of ${name}`);
      if (name === 'trk' || name === 'rte') {
        draft = { isTrack: name === 'trk', depth, name: '', line: [], segments: 0, isNewSegment: true };
      } else if (draft === null) return;
      else if (name === 'trkseg') draft.isNewSegment = true;
      else if (name === (draft.isTrack ? 'trkpt' : 'rtept')) add(readPosition(attributes));
      else if (name === 'name') isNaming = depth === draft.depth + 1;
    },
    onText(part) {
      if (isNaming && draft !== null) draft.name += part;
    },
    onClose(name, depth) {
      if (name === 'name') isNaming = false;
      if (draft === null || depth !== draft.depth) return;
      const { isTrack, line, segments } = draft;
      const told = draft.name.trim();
      draft = null;
      if (line.length >= 2) (isTrack ? tracks : routes).push({ name: told === '' ? null : told, line, segments });
    },
  });
  return [...tracks, ...routes];
}

/** Null for a point that is nowhere on earth: devices that had no fix yet write such. */
function readPosition(attributes: string): Position | null {
  const lng = Number.parseFloat(/\slon\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? '');
  const lat = Number.parseFloat(/\slat\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? '');
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? [lng, lat] : null;
}

/** The text, in the encoding that its first bytes tell: a mark, or the XML declaration. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const told = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(told).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
