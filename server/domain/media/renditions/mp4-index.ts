import type { EncodedAac } from './encoder.ts';

/** Samples per channel in a frame of AAC-LC. */
const FRAME_SAMPLES = 1024;
/** Samples that FFmpeg's AAC encoder puts in front; the edit list makes players skip them. */
const PRIMING_SAMPLES = 1024;
/** Frames in a chunk: half a second, as in the files of other writers. */
const CHUNK_FRAMES = 22;
const UNITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
/** 'und' as three letters of 5 bits. */
const LANGUAGE_UNDETERMINED = 0x55c4;

/** The audio for an MP4. */
interface Mp4Audio extends EncodedAac {
  readonly channels: number;
  readonly sampleRateHz: number;
  /** Samples per channel before encoding: the duration that a player plays. */
  readonly samples: number;
  readonly bitsPerS: number;
}

/**
 * Returns the beginning of an MP4 (ISO/IEC 14496-12) with its index in front; the frames follow, one after the other.
 * @throws RangeError for 4 GiB and more
 */
export function mp4Beginning(audio: Mp4Audio): Uint8Array {
  const audioBytes = audio.frameBytes.reduce((sum, bytes) => sum + bytes, 0);
  const type = box('ftyp', ascii('M4A '), u32(0), ascii('M4A mp42isom'));
  const mdatHeader = Buffer.concat([u32(8 + audioBytes), ascii('mdat')]);
  // The size of the index doesn't depend on where the audio begins.
  const startsAt = type.length + movie(audio, 0).length + mdatHeader.length;
  if (startsAt + audioBytes > 0xffffffff) throw new RangeError(`Expected less than 4 GiB, got ${audioBytes} bytes`);
  return Buffer.concat([type, movie(audio, startsAt), mdatHeader]);
}

function movie(audio: Mp4Audio, audioStartsAt: number): Buffer {
  const { samples, sampleRateHz, frameBytes } = audio;
  const header = fullBox(
    'mvhd',
    0,
    u32(0, 0, sampleRateHz, samples, 0x10000),
    u16(0x100, 0),
    u32(0, 0, ...UNITY_MATRIX, 0, 0, 0, 0, 0, 0, 2),
  );
  const ENABLED_IN_MOVIE = 3;
  const track = box(
    'trak',
    fullBox('tkhd', ENABLED_IN_MOVIE, u32(0, 0, 1, 0, samples, 0, 0), u16(0, 0, 0x100, 0), u32(...UNITY_MATRIX, 0, 0)),
    box('edts', fullBox('elst', 0, u32(1, samples, PRIMING_SAMPLES, 0x10000))),
    box(
      'mdia',
      fullBox('mdhd', 0, u32(0, 0, sampleRateHz, frameBytes.length * FRAME_SAMPLES), u16(LANGUAGE_UNDETERMINED, 0)),
      fullBox('hdlr', 0, u32(0), ascii('soun'), u32(0, 0, 0), ascii('\0')),
      box(
        'minf',
        fullBox('smhd', 0, u32(0)),
        box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
        sampleTable(audio, audioStartsAt),
      ),
    ),
  );
  return box('moov', header, track);
}

function sampleTable({ frameBytes, ...audio }: Mp4Audio, audioStartsAt: number): Buffer {
  const frames = frameBytes.length;
  const chunkStarts: number[] = [];
  let at = audioStartsAt;
  for (const [frame, bytes] of frameBytes.entries()) {
    if (frame % CHUNK_FRAMES === 0) chunkStarts.push(at);
    at += bytes;
  }
  const rest = frames % CHUNK_FRAMES;
  const runs =
    rest === 0
      ? [[1, CHUNK_FRAMES]]
      : [
          [1, CHUNK_FRAMES],
          [chunkStarts.length, rest],
        ];
  // A single chunk that isn't full forms its own run.
  const chunkRuns = frames < CHUNK_FRAMES ? runs.slice(-1) : runs;
  return box(
    'stbl',
    fullBox('stsd', 0, u32(1), sampleEntry({ frameBytes, ...audio })),
    fullBox('stts', 0, u32(1, frames, FRAME_SAMPLES)),
    fullBox('stsc', 0, u32(chunkRuns.length, ...chunkRuns.flatMap(([first = 0, count = 0]) => [first, count, 1]))),
    fullBox('stsz', 0, u32(0, frames), u32List(frameBytes)),
    fullBox('stco', 0, u32(chunkStarts.length), u32List(chunkStarts)),
  );
}

/** Returns AAC as an MPEG-4 audio sample entry, with its elementary stream descriptor (ISO/IEC 14496-1). */
function sampleEntry({ channels, sampleRateHz, bitsPerS, config }: Mp4Audio): Buffer {
  const AAC = 0x40;
  const AUDIO_STREAM = 0x15;
  const decoder = descriptor(
    4,
    Buffer.from([AAC, AUDIO_STREAM, 0, 0, 0]),
    u32(bitsPerS, bitsPerS),
    descriptor(5, Buffer.from(config)),
  );
  const stream = descriptor(3, u16(0), Buffer.from([0]), decoder, descriptor(6, Buffer.from([2])));
  return box(
    'mp4a',
    u32(0),
    u16(0, 1),
    u32(0, 0),
    u16(channels, 16, 0, 0),
    u32(sampleRateHz * 0x10000),
    fullBox('esds', 0, stream),
  );
}

function descriptor(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, body.length]), body]);
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), ascii(type), body]);
}

/** Returns a box with version 0 and flags. */
function fullBox(type: string, flags: number, ...content: readonly Buffer[]): Buffer {
  return box(type, u32(flags), ...content);
}

function u32(...values: readonly number[]): Buffer {
  return u32List(values);
}

function u32List(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
