import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

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
