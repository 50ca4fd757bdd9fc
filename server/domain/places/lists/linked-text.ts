import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { MediaName } from '../../../store/files.ts';
import type { Lock } from '../../locks.ts';
import { pathOfLink } from '../../media/media-links.ts';

/** A piece of JSON, serialized once for all who may see it: its links lack the query, which differs by session. */
export interface LinkedText {
  readonly bytes: Buffer;
  /** The offsets in `bytes` where links end, ascending. */
  readonly holes: Int32Array;
}

/** A cached text, with a compressed copy that the first request for it makes. */
export interface CachedText extends LinkedText {
  deflate(): Promise<Deflated>;
}

/** A serialized response: cached texts that all readers share, and the reader's own bytes around them. */
export type Parts = readonly (Buffer | CachedText)[];

/** Larger pieces are sent uncopied, so that many readers take no more memory than one; smaller ones are copied. */
const SHARED_MIN_BYTES = 32 * 1024;

/** Marks the end of each link until the text is cut there. It is random, so that no name of a place contains it. */
const END_OF_LINK = randomBytes(16).toString('base64url');

/** Returns a link to serialize into a {@link LinkedText}. */
export function openLink(name: MediaName): string {
  return pathOfLink(name) + END_OF_LINK;
}

/** Collects a text from pieces of JSON whose links end in a mark ({@link openLink}). */
export function createLinkedText() {
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
    end: (): LinkedText => ({ bytes: Buffer.concat(pieces, length), holes: Int32Array.from(holes) }),
  };
}

/** Adds a compressed copy to a text, made on request; `compressing` limits how many are made at once. */
export function cacheText<Text extends LinkedText>(text: Text, compressing: Lock): Text & CachedText {
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
export function* fillLinks(
  { bytes, holes }: LinkedText,
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
  return joinSmall(parts.flatMap((part) => (Buffer.isBuffer(part) ? [part] : [...fillLinks(part, query)])));
}

/** Returns a response whose links lack their query, plain and compressed. The reader's own bytes stay uncompressed. */
export function sendApart(parts: Parts) {
  return {
    plain: (): Buffer[] => parts.map((part) => (Buffer.isBuffer(part) ? part : part.bytes)),
    gzip: async (): Promise<Buffer[]> =>
      gzipPieces(await Promise.all(parts.map((part) => (Buffer.isBuffer(part) ? part : part.deflate())))),
  };
}

/** Bytes that are compressed once and put into many gzip streams. */
export interface Deflated {
  readonly plain: Buffer;
  /** Blocks of RFC 1951 that end at a byte boundary; none of them is a stream's last. */
  readonly blocks: Buffer;
  /** Returns a stream's checksum after this part, given the one before. Caches the result: most streams begin alike. */
  sumAfter(before: number): number;
}

/** RFC 1952: no name, no time, no flags, an unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** Maximum bytes of a block without compression. */
const STORED_MAX = 0xffff;

const deflate = promisify<Buffer, object, Buffer>(deflateRaw);

/** Compresses in a separate thread. */
export async function deflateOnce(plain: Buffer): Promise<Deflated> {
  let [before, after] = [-1, 0];
  return {
    plain,
    blocks: await deflate(plain, { finishFlush: constants.Z_SYNC_FLUSH }),
    sumAfter: (sum) => {
      if (sum !== before) [before, after] = [sum, crc32(plain, sum)];
      return after;
    },
  };
}

/** Makes one gzip stream of these parts; parts that are not compressed yet are stored as such, and should be small. */
export function gzipPieces(parts: readonly (Buffer | Deflated)[]): Buffer[] {
  const pieces: Buffer[] = [GZIP_HEAD];
  let sum = 0;
  let length = 0;
  for (const part of parts) {
    sum = Buffer.isBuffer(part) ? crc32(part, sum) : part.sumAfter(sum);
    length += (Buffer.isBuffer(part) ? part : part.plain).length;
    pieces.push(...(Buffer.isBuffer(part) ? storedBlocks(part) : [part.blocks]));
  }
  const end = Buffer.alloc(13);
  // The last block, which is empty; then the checksum and the length.
  end.set([1, 0, 0, 0xff, 0xff]);
  end.writeUInt32LE(sum, 5);
  end.writeUInt32LE(length % 2 ** 32, 9);
  return [...pieces, end];
}

function storedBlocks(plain: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let from = 0; from < plain.length; from += STORED_MAX) {
    const content = plain.subarray(from, from + STORED_MAX);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(content.length, 1);
    head.writeUInt16LE(content.length ^ STORED_MAX, 3);
    blocks.push(head, content);
  }
  return blocks;
}
