import { describe, expect, test } from 'vitest';
import {
  describeUnknown,
  findMpegFrames,
  isOtherFile,
  SNIFF_BYTES,
  sniffContainer,
} from '../../../workers/transcode/sniff.ts';
import { readAudioFixtures, readFixtureHead } from '../../support/audio/audio-fixtures.ts';
import { testDamagedFiles } from '../../support/soak/damaged-files.ts';

const { playable, refused } = readAudioFixtures();

const headOf = (file: string): Uint8Array => readFixtureHead(file, SNIFF_BYTES);
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Frames of zeros with valid headers. */
function frames(header: readonly number[], frameBytes: number, count: number): Uint8Array {
  const bytes = new Uint8Array(frameBytes * count);
  for (let index = 0; index < count; index += 1) bytes.set(header, index * frameBytes);
  return bytes;
}

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes per frame. */
const MP3_HEADER = [0xff, 0xfb, 0x90, 0x00];
/** ADTS, AAC-LC, a frame of 256 bytes. */
const ADTS_HEADER = [0xff, 0xf1, 0x50, 0x80, 0x20, 0x1f, 0xfc];

describe('the container of a file', () => {
  test.each([...playable, ...refused])('$file is $container', ({ file, container }) => {
    expect(sniffContainer(headOf(file))).toBe(container);
  });

  test('is mp3 without a tag if one frame follows another', () => {
    expect(sniffContainer(frames(MP3_HEADER, 417, 3))).toBe('mp3');
    expect(sniffContainer(frames([0xff, 0xf3, 0x40, 0x00], 104, 3))).toBe('mp3');
    expect(sniffContainer(frames([0xff, 0xf3, 0x84, 0x00], 192, 3))).toBe('mp3');
  });

  test('is mp3 with a single frame if the file ends with it', () => {
    expect(sniffContainer(frames(MP3_HEADER, 417, 1))).toBe('mp3');
  });

  test('is not mp3 if the second frame is missing', () => {
    expect(sniffContainer(frames(MP3_HEADER, 418, 3))).toBe(null);
  });

  test('is also mp3 for layer II', () => {
    expect(sniffContainer(frames([0xff, 0xfd, 0xc0, 0x00], 835, 3))).toBe('mp3');
  });

  test('is amr, though it looks like text', () => {
    expect(sniffContainer(ascii(`#!AMR\n${'<U'.repeat(2000)}`))).toBe('amr');
  });

  test('is mp4 for films, not for photos', () => {
    expect(sniffContainer(ascii('\0\0\0 ftypqt  '))).toBe('mp4');
    expect(sniffContainer(ascii('\0\0\0 ftypheic'))).toBe(null);
  });

  test('is aac if one ADTS frame follows another', () => {
    expect(sniffContainer(frames(ADTS_HEADER, 256, 3))).toBe('aac');
    expect(sniffContainer(frames(ADTS_HEADER, 255, 3))).toBe(null);
  });

  test('is ogg, and wav beyond 4 GB', () => {
    expect(sniffContainer(ascii('OggS\0'))).toBe('ogg');
    expect(sniffContainer(ascii('RF64\xff\xff\xff\xffWAVEds64').slice(0, 4))).toBe(null);
    expect(sniffContainer(ascii('RF64....WAVEds64'))).toBe('wav');
  });

  test.each([
    ['no bytes', new Uint8Array(0)],
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
    ['a name instead of bytes', ascii('wav')],
    ['a photo from a phone', ascii('\0\0\0 ftypheic\0\0\0\0mif1')],
    ['an archive', ascii('PK\x03\x04\x14\0')],
  ])('is unknown for %s, which is not audio', (_, bytes) => {
    expect([sniffContainer(bytes), isOtherFile(bytes)]).toEqual([null, true]);
  });

  test.each([
    ['an AIFF', ascii('FORM\0\0\0\x12AIFFCOMM')],
    ['an MP4 without its first atom', ascii('\0\0\0\x08wide\0\0\x10\0mdat')],
    ['frames after zeros', new Uint8Array(1024)],
  ])('is left to ffmpeg for %s', (_, bytes) => {
    expect([sniffContainer(bytes), isOtherFile(bytes)]).toEqual([null, false]);
  });
});

describe('the description of unknown bytes', () => {
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

  test('reports an empty file', () => {
    expect(describeUnknown(new Uint8Array(0))).toBe('an empty file');
  });
});

test.each([0, 1, 217, 32_000])('the frames after %d other bytes are found', (offset) => {
  const bytes = new Uint8Array(offset + 417 * 6);
  // Eleven set bits alone are not a frame.
  bytes.fill(0xff, 0, Math.min(offset, 20));
  bytes.set(frames(MP3_HEADER, 417, 6), offset);
  expect(findMpegFrames(bytes)).toBe(offset);
  expect(findMpegFrames(bytes.subarray(0, offset + 417 * 2))).toBe(-1);
});

testDamagedFiles(400);
