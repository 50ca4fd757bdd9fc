import { createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

const RATE_HZ = 44_100;
const AAC_FRAME = 1024;
const MP3_FRAME_S = 1152 / RATE_HZ;

/**
 * Writes a CAF of 16-bit stereo PCM at 44.1 kHz, big-endian as iPhones write it: silence, of which only the header takes room
 * on the disk.
 */
export async function writeLongCaf(path: string, durationS: number): Promise<void> {
  const dataBytes = Math.round(durationS * RATE_HZ) * 4;
  const head = Buffer.alloc(8 + 12 + 32 + 12 + 4);
  head.write('caff', 0);
  head.writeUInt16BE(1, 4);
  head.write('desc', 8);
  head.writeBigInt64BE(32n, 12);
  head.writeDoubleBE(RATE_HZ, 20);
  head.write('lpcm', 28);
  head.writeUInt32BE(0, 32);
  head.writeUInt32BE(4, 36);
  head.writeUInt32BE(1, 40);
  head.writeUInt32BE(2, 44);
  head.writeUInt32BE(16, 48);
  head.write('data', 52);
  head.writeBigInt64BE(BigInt(dataBytes + 4), 56);
  const file = await open(path, 'w');
  try {
    await file.write(head);
    await file.truncate(head.length + dataBytes);
  } finally {
    await file.close();
  }
}

/** Writes an mp3 that repeats the frames of another one, of 44.1 kHz, until it is so long. */
export async function writeLongMp3(path: string, source: string, durationS: number): Promise<void> {
  const bytes = await readFile(source);
  const frames = mp3Frames(bytes);
  const [first] = frames;
  const last = frames.at(-1);
  // The first frame holds the encoder's notes, of which one is the length.
  const from = frames[1];
  if (first === undefined || last === undefined || from === undefined) throw new Error(`No frames in ${source}`);
  const turns = Math.ceil(durationS / ((frames.length - 1) * MP3_FRAME_S));
  await writeRepeated(path, Buffer.alloc(0), bytes.subarray(from.at, last.at + last.length), turns, Buffer.alloc(0));
}

/** Writes an m4a that repeats the sound of another one until it is so long; its index stands at its end. */
export async function writeLongM4a(path: string, source: string, durationS: number): Promise<void> {
  const bytes = await readFile(source);
  const sizes = sampleSizes(bytes);
  const turns = Math.ceil(durationS / ((sizes.length * AAC_FRAME) / RATE_HZ));
  const soundBytes = sizes.reduce((sum, size) => sum + size, 0);
  const start = boxOf(bytes, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stco']).readUInt32BE(8);
  const ftyp = box('ftyp', boxOf(bytes, ['ftyp']));
  const mdat = Buffer.alloc(8);
  mdat.writeUInt32BE(8 + soundBytes * turns, 0);
  mdat.write('mdat', 4);
  const head = Buffer.concat([ftyp, mdat]);
  const moov = indexOf(bytes, sizes, turns, head.length);
  await writeRepeated(path, head, bytes.subarray(start, start + soundBytes), turns, moov);
}

async function writeRepeated(path: string, head: Buffer, body: Buffer, turns: number, tail: Buffer): Promise<void> {
  const out = createWriteStream(path);
  out.write(head);
  for (let turn = 0; turn < turns; turn++) {
    if (!out.write(body)) await new Promise((resolve) => out.once('drain', () => resolve(undefined)));
  }
  out.end(tail);
  await finished(out);
}

function mp3Frames(bytes: Buffer): { readonly at: number; readonly length: number }[] {
  const kbit = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
  const frames: { at: number; length: number }[] = [];
  let at = 0;
  if (bytes.toString('latin1', 0, 3) === 'ID3') {
    at = 10 + bytes.subarray(6, 10).reduce((size, byte) => size * 128 + byte, 0);
  }
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const rates = bytes[at + 2] ?? 0;
    const length = Math.floor((144_000 * (kbit[rates >> 4] ?? 0)) / RATE_HZ) + ((rates >> 1) & 1);
    frames.push({ at, length });
    at += length;
  }
  return frames;
}

/** The content of a box. */
function boxOf(bytes: Buffer, [type, ...rest]: readonly string[]): Buffer {
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) !== type) continue;
    const content = bytes.subarray(at + 8, at + bytes.readUInt32BE(at));
    return rest.length === 0 ? content : boxOf(content, rest);
  }
  throw new Error(`No box '${type}'`);
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0), 0);
  head.write(type, 4);
  return Buffer.concat([head, ...content]);
}

function sampleSizes(bytes: Buffer): number[] {
  const table = boxOf(bytes, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz']);
  return Array.from({ length: table.readUInt32BE(8) }, (_, at) => table.readUInt32BE(12 + 4 * at));
}

/** Version and flags, then these numbers. */
function table(numbers: readonly number[]): Buffer {
  const content = Buffer.alloc(4 + 4 * numbers.length);
  for (const [at, value] of numbers.entries()) content.writeUInt32BE(value, 4 + 4 * at);
  return content;
}

function indexOf(bytes: Buffer, sizes: readonly number[], turns: number, dataAt: number): Buffer {
  const moov = boxOf(bytes, ['moov']);
  const count = sizes.length * turns;
  const allSizes = table([0, count, ...Array<readonly number[]>(turns).fill(sizes).flat()]);
  const duration = count * AAC_FRAME;
  const timed = (path: readonly string[], scaleAt: number | null, durationAt: number): Buffer => {
    const content = Buffer.from(boxOf(moov, path));
    const scale = scaleAt === null ? 1000 : content.readUInt32BE(scaleAt);
    content.writeUInt32BE(Math.round((duration / RATE_HZ) * scale), durationAt);
    return content;
  };
  const kept = (...path: readonly string[]): Buffer => box(path.at(-1) ?? '', boxOf(moov, path));
  const minf = ['trak', 'mdia', 'minf'];
  const stbl = box(
    'stbl',
    kept(...minf, 'stbl', 'stsd'),
    box('stts', table([1, count, AAC_FRAME])),
    box('stsc', table([1, 1, count, 1])),
    box('stsz', allSizes),
    box('stco', table([1, dataAt])),
  );
  const mdia = box(
    'mdia',
    box('mdhd', timed(['trak', 'mdia', 'mdhd'], 12, 16)),
    kept('trak', 'mdia', 'hdlr'),
    box('minf', kept(...minf, 'smhd'), kept(...minf, 'dinf'), stbl),
  );
  const trak = box('trak', box('tkhd', timed(['trak', 'tkhd'], null, 20)), mdia);
  return box('moov', box('mvhd', timed(['mvhd'], 12, 16)), trak);
}
