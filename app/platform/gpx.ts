import type { Position } from '../../contracts/geo.ts';
import { GPX_BYTES_MAX } from '../../contracts/limits.ts';

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
 * Reads the tracks and routes of a GPX file, tracks first; waypoints, times and heights are left out.
 *
 * @throws {GpxError} for a file of more than 10 MiB, one that is no GPX, and one without a line
 */
export async function readGpx(file: Blob): Promise<GpxLine[]> {
  if (file.size > GPX_BYTES_MAX) {
    throw new GpxError('too-large', `Expected a file of ${GPX_BYTES_MAX} bytes at the most, got ${file.size}`);
  }
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  // Nothing that writes GPX declares any; what does could grow to gigabytes, or name files.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new GpxError('entities', 'Expected GPX without a DOCTYPE, got one');
  const document = new DOMParser().parseFromString(text, 'application/xml');
  const broken = document.querySelector('parsererror');
  if (broken !== null) throw new GpxError('not-xml', `Expected XML, got: ${broken.textContent?.slice(0, 200)}`);
  const { localName } = document.documentElement;
  if (localName !== 'gpx') throw new GpxError('not-gpx', `Expected a document of gpx, got one of ${localName}`);
  const lines = [...linesOf(document, 'trk', 'trkseg', 'trkpt'), ...linesOf(document, 'rte', null, 'rtept')];
  if (lines.length === 0) throw new GpxError('no-line', 'Expected a track or route of 2 points or more, got none');
  return lines;
}

/** The lines of one kind. A route has its points itself, a track in segments. */
function linesOf(document: Document, kind: string, segment: string | null, point: string): GpxLine[] {
  return elements(document, kind).flatMap((element): GpxLine[] => {
    const segments = segment === null ? [element] : elements(element, segment);
    const positions = segments
      .map((one) => elements(one, point).flatMap(readPosition))
      .filter(({ length }) => length > 0);
    const line = positions.flat();
    if (line.length < 2) return [];
    const named = [...element.children].find(({ localName }) => localName === 'name');
    const name = named?.textContent?.trim() ?? '';
    return [{ name: name === '' ? null : name, line, segments: positions.length }];
  });
}

/** By local name: some programs give GPX a prefix of its own. */
function elements(within: Document | Element, localName: string): Element[] {
  return Array.from(within.getElementsByTagNameNS('*', localName));
}

/** None for a point that is nowhere on earth: devices that had no fix yet write such. */
function readPosition(point: Element): Position[] {
  const lng = Number.parseFloat(point.getAttribute('lon') ?? '');
  const lat = Number.parseFloat(point.getAttribute('lat') ?? '');
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? [[lng, lat]] : [];
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
