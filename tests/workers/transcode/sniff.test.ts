import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../app/state/chance.ts';
import { loadAudioCore } from '../../../audio-wasm/core.ts';
import { drawPeaks } from '../../../workers/peaks/extract-peaks.ts';
import { describeUnknown, SNIFF_BYTES, sniffContainer } from '../../../workers/transcode/sniff.ts';
import { CountedBlob } from '../../support/counted-blob.ts';
import { mutate } from '../../support/mutate.ts';
import { compileFreshCore } from '../../support/wasm.ts';
import { dataChunk, ds64Chunk, fmtChunk, rf64File, wavFile } from '../../support/wav-bytes.ts';

interface FixtureList {
  readonly playable: readonly { readonly file: string; readonly container: string }[];
  readonly refused: readonly { readonly file: string; readonly container: string | null }[];
}

const folder = new URL('../../fixtures/audio/', import.meta.url);
const list = JSON.parse(readFileSync(new URL('fixtures.json', folder), 'utf8')) as FixtureList;

const headOf = (file: string): Uint8Array => readFileSync(new URL(file, folder)).subarray(0, SNIFF_BYTES);
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Frames of silence with just their headers right. */
function frames(header: readonly number[], frameBytes: number, count: number): Uint8Array {
  const bytes = new Uint8Array(frameBytes * count);
  for (let index = 0; index < count; index += 1) bytes.set(header, index * frameBytes);
  return bytes;
}

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes a frame. */
const MP3_HEADER = [0xff, 0xfb, 0x90, 0x00];
/** ADTS, AAC-LC, a frame of 256 bytes. */
const ADTS_HEADER = [0xff, 0xf1, 0x50, 0x80, 0x20, 0x1f, 0xfc];

describe('the container of a file', () => {
  test.each([...list.playable, ...list.refused])('$file is $container', ({ file, container }) => {
    expect(sniffContainer(headOf(file))).toBe(container);
  });

  test('is mp3 without a tag when one frame follows the other', () => {
    expect(sniffContainer(frames(MP3_HEADER, 417, 3))).toBe('mp3');
    expect(sniffContainer(frames([0xff, 0xf3, 0x40, 0x00], 104, 3))).toBe('mp3');
    expect(sniffContainer(frames([0xff, 0xf3, 0x84, 0x00], 192, 3))).toBe('mp3');
  });

  test('is a single frame of mp3 when the file ends with it', () => {
    expect(sniffContainer(frames(MP3_HEADER, 417, 1))).toBe('mp3');
  });

  test('is not mp3 when the second frame is missing', () => {
    expect(sniffContainer(frames(MP3_HEADER, 418, 3))).toBe(null);
  });

  test('is aac when one ADTS frame follows the other', () => {
    expect(sniffContainer(frames(ADTS_HEADER, 256, 3))).toBe('aac');
    expect(sniffContainer(frames(ADTS_HEADER, 255, 3))).toBe(null);
  });

  test('is ogg, and wav beyond 4 GB', () => {
    expect(sniffContainer(ascii('OggS\0'))).toBe('ogg');
    expect(sniffContainer(ascii('RF64\xff\xff\xff\xffWAVEds64').slice(0, 4))).toBe(null);
    expect(sniffContainer(ascii('RF64....WAVEds64'))).toBe('wav');
  });

  test.each([
    ['nothing', new Uint8Array(0)],
    ['a RIFF file of pictures', ascii('RIFF....WEBPVP8 ')],
    [
      'UTF-16 text, which begins with eleven set bits',
      Uint8Array.of(0xff, 0xfe, ...Array.from('bonjour', (one) => [one.charCodeAt(0), 0]).flat()),
    ],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)],
    ['a PDF', ascii('%PDF-1.7')],
    ['a playlist', ascii('#EXTM3U\n#EXT-X-VERSION:3\n')],
    ['a web page', ascii('<!doctype html><title>Drop ici</title>')],
    ['a name where bytes should be', ascii('wav')],
  ])('is unknown for %s', (_, bytes) => {
    expect(sniffContainer(bytes)).toBe(null);
  });
});

describe('the description of what is no audio', () => {
  test('quotes text', () => {
    expect(describeUnknown(ascii('Voici vingt-trois signe\u00e9'))).toBe(
      'text that begins with "Voici vingt-trois signe"',
    );
    expect(describeUnknown(headOf('text.mp3'))).toBe('text that begins with "Ceci est une liste de co"');
  });

  test('shows other bytes in hexadecimal', () => {
    expect(describeUnknown(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 9))).toBe(
      'the bytes 89 50 4e 47 00 00 00 0d',
    );
  });

  test('says when there is nothing', () => {
    expect(describeUnknown(new Uint8Array(0))).toBe('an empty file');
  });
});

describe('10,000 damaged WAV and CAF files', () => {
  const MUTATIONS = 10_000;
  const SEED = 40_404;
  /** Faults reach past the header, whose chunks end before this. */
  const HEAD_BYTES = 160;
  /** Enough samples behind the header for a few pixels; the whole fixtures would only make it slow. */
  const FILE_BYTES = 3000;
  /** The walk gives up after 1,000 chunks, each looked at once or twice. */
  const SLICES_MAX = 2010;

  const samples = Int16Array.from({ length: 1000 }, (_, index) => index * 31);
  const originals = [
    ...list.playable
      .filter(({ container }) => container === 'wav' || container === 'caf')
      .map(({ file }) => new Uint8Array(readFileSync(new URL(file, folder)).subarray(0, FILE_BYTES))),
    wavFile([
      { id: 'LIST', body: new Uint8Array(27) },
      fmtChunk({ subFormat: 3, bitsPerSample: 32 }),
      dataChunk(samples),
    ]),
    rf64File([ds64Chunk({ dataBytes: 2000, sizes: { junk: 8 } }), fmtChunk(), dataChunk(samples, 0xffffffff)]),
  ];

  test('are known or not, and drawn or refused by name, with bounded reading and no trap', async () => {
    const core = loadAudioCore(await compileFreshCore());
    const random = createRandom(SEED);
    const outcomes = { drawn: 0, refused: 0, caf: 0, unknown: 0 };
    for (let index = 0; index < MUTATIONS; index++) {
      const bytes = mutate(originals[index % originals.length] ?? new Uint8Array(), HEAD_BYTES, random);
      const container = sniffContainer(bytes.subarray(0, SNIFF_BYTES));
      expect(describeUnknown(bytes).length).toBeLessThan(300);
      if (container === 'caf') outcomes.caf += 1;
      if (container === null) outcomes.unknown += 1;
      if (container !== null && container !== 'wav') continue;

      const blob = new CountedBlob([bytes]);
      try {
        const { peaks, durationS } = await drawPeaks(core, blob, 50);
        expect(peaks.map(({ length }) => length <= 50)).toEqual([true]);
        expect(Number.isFinite(durationS) && durationS >= 0).toBe(true);
        outcomes.drawn += 1;
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'WavFormatError') throw error;
        expect(error.message.length).toBeLessThan(300);
        outcomes.refused += 1;
      }
      expect(blob.slices).toBeLessThan(SLICES_MAX);
      expect(blob.bytesRead).toBeLessThan(3 * bytes.length + 1000);
    }
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(200);
  }, 60_000);
});
