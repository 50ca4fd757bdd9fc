import { randomBytes } from 'node:crypto';
import type { MediaName } from '../../../store/files.ts';
import type { Lock } from '../../lock.ts';
import { pathOfLink } from '../../media/media-links.ts';
import { type Deflated, deflateOnce, gzipPieces } from './gzip-pieces.ts';

/** A piece of JSON, serialized once for all who may see it: its links lack the query, which differs by session. */
export interface HoledText {
  readonly bytes: Buffer;
  /** The offsets in `bytes` where links end, ascending. */
  readonly holes: Int32Array;
}

/** A cached text, with a compressed copy that the first request for it makes. */
export interface KeptText extends HoledText {
  deflate(): Promise<Deflated>;
}

/** A serialized response: cached texts that all readers share, and the reader's own bytes around them. */
export type Parts = readonly (Buffer | KeptText)[];

/** Larger pieces are sent uncopied, so that many readers take no more memory than one; smaller ones are copied. */
const SHARED_MIN_BYTES = 32 * 1024;

/** Marks the end of each link until the text is cut there. It is random, so that no name of a place contains it. */
const END_OF_LINK = randomBytes(16).toString('base64url');

/** Returns a link to serialize into a {@link HoledText}. */
export function openLink(name: MediaName): string {
  return pathOfLink(name) + END_OF_LINK;
}

/** Collects a text from pieces of JSON whose links end in a mark ({@link openLink}). */
export function createHoledText() {
  const pieces: Buffer[] = [];
  const holes: number[] = [];
  let length = 0;
  return {
    /** Bytes so far. */
    length: () => length,
    add: (json: string): void => {
      for (const [index, part] of json.split(END_OF_LINK).entries()) {
        if (index > 0) holes.push(length);
        const piece = Buffer.from(part);
        pieces.push(piece);
        length += piece.length;
      }
    },
    end: (): HoledText => ({ bytes: Buffer.concat(pieces, length), holes: Int32Array.from(holes) }),
  };
}

/** Adds a compressed copy to a text, made on request; `compressing` limits how many are made at once. */
export function keepText<Text extends HoledText>(text: Text, compressing: Lock): Text & KeptText {
  let deflated: Promise<Deflated> | undefined;
  return {
    ...text,
    deflate: () => {
      deflated ??= compressing(() => deflateOnce(text.bytes));
      return deflated;
    },
  };
}

/** Yields the bytes of a text from `start` to `end`, with the query in the holes between. */
export function* fillHoles(
  { bytes, holes }: HoledText,
  query: Buffer,
  start = 0,
  end = bytes.length,
): Iterable<Buffer> {
  let from = start;
  for (let index = firstAbove(holes, start); index < holes.length; index++) {
    const hole = holes[index] ?? end;
    if (hole > end) break;
    yield bytes.subarray(from, hole);
    yield query;
    from = hole;
  }
  yield bytes.subarray(from, end);
}

/** Returns the index of the first value above `value` in an ascending list. */
function firstAbove(values: Int32Array, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Joins small neighbours by copying them, and leaves large pieces as they are. */
export function joinSmall(pieces: Iterable<Buffer>): Buffer[] {
  const joined: Buffer[] = [];
  let small: Buffer[] = [];
  const flush = (): void => {
    if (small.length > 0) joined.push(small.length === 1 && small[0] !== undefined ? small[0] : Buffer.concat(small));
    small = [];
  };
  for (const piece of pieces) {
    if (piece.length < SHARED_MIN_BYTES) {
      small.push(piece);
      continue;
    }
    flush();
    joined.push(piece);
  }
  flush();
  return joined;
}

/** Returns a response with the query behind each link. */
export function fillParts(parts: Parts, query: Buffer): Buffer[] {
  return joinSmall(parts.flatMap((part) => (Buffer.isBuffer(part) ? [part] : [...fillHoles(part, query)])));
}

/** Returns a response whose links lack their query, plain and compressed. The reader's own bytes stay uncompressed. */
export function sendApart(parts: Parts) {
  return {
    plain: (): Buffer[] => parts.map((part) => (Buffer.isBuffer(part) ? part : part.bytes)),
    gzip: async (): Promise<Buffer[]> =>
      gzipPieces(await Promise.all(parts.map((part) => (Buffer.isBuffer(part) ? part : part.deflate())))),
  };
}
