import { describe, expect, test } from 'vitest';
import { isConformingWav, readWavFormat } from '../../../audio-wasm/wav.ts';
import type { TranscodeResult } from '../../../workers/transcode/transcode.api.ts';
import { transcode } from '../../../workers/transcode/transcode.ts';
import {
  BytesFile,
  emptyTrack,
  forgetCodecs,
  makeFile,
  makeTwoTracks,
  startFfmpeg,
  tone,
} from '../../support/audio/ffmpeg-in-node.ts';
import { dataChunk, fmtChunk, wavFile, wavOf } from '../../support/audio/wav-bytes.ts';

const RATE_HZ = 44_100;
const NO_TAG = ['-id3v2_version', '0', '-write_xing', '0'];

async function make(...args: string[]): Promise<Uint8Array> {
  const made = await makeFile(args);
  if (made === null) throw new Error(`ffmpeg could not make ${args.join(' ')}`);
  return made;
}

const read = (bytes: Uint8Array): Promise<TranscodeResult> =>
  transcode(new BytesFile(bytes), () => {}, null, startFfmpeg);
const refusal = (bytes: Uint8Array): Promise<string> =>
  read(bytes).then(
    () => 'taken',
    ({ name }: Error) => name,
  );

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The loudest of some tones in a WAV, by Goertzel's sums, and its amplitude from 0 to 1. */
async function loudest(wav: Blob, tonesHz: readonly number[]): Promise<{ hz: number; amplitude: number }> {
  const samples = new Int16Array(await wav.slice(44).arrayBuffer());
  const [found] = tonesHz
    .map((hz) => {
      let [real, imaginary] = [0, 0];
      for (const [index, sample] of samples.entries()) {
        real += sample * Math.cos((2 * Math.PI * hz * index) / RATE_HZ);
        imaginary += sample * Math.sin((2 * Math.PI * hz * index) / RATE_HZ);
      }
      return { hz, amplitude: (2 * Math.hypot(real, imaginary)) / samples.length / 2 ** 15 };
    })
    .sort((one, other) => other.amplitude - one.amplitude);
  return found ?? { hz: 0, amplitude: 0 };
}

describe('files from recorders and phones are recognized by their content', () => {
  test.each([
    ['AAC without a container', ['-c:a', 'aac', '-f', 'adts']],
    ['3GP', ['-c:a', 'aac', '-f', '3gp']],
    ['QuickTime', ['-c:a', 'pcm_s16le', '-f', 'mov']],
    ['AIFF', ['-f', 'aiff']],
    ['WMA', ['-f', 'asf']],
    ['AU', ['-f', 'au']],
    ['MPEG layer II', ['-c:a', 'mp2', '-f', 'mp2']],
    ['a film of an old camera', ['-c:a', 'pcm_u8', '-f', 'avi']],
    ['W64', ['-f', 'w64']],
    ['TTA', ['-f', 'tta']],
    ['AC-3', ['-f', 'ac3']],
  ])('%s', async (_, options) => {
    const { durationS, statedS, skippedTracks } = await read(await make(...tone(1), ...options));
    expect(durationS).toBeGreaterThan(0.95);
    expect(durationS).toBeLessThan(1.2);
    expect([statedS, skippedTracks]).toEqual([null, 0]);
  });

  test('AMR', async () => {
    const frame = new Uint8Array(32).fill(0x55).fill(0x3c, 0, 1);
    const { durationS } = await read(joined(ascii('#!AMR\n'), ...Array.from({ length: 50 }, () => frame)));
    expect(durationS).toBeCloseTo(1, 1);
  });

  test('an MP4 without its first atom', async () => {
    const whole = await make(...tone(1), '-c:a', 'aac', '-movflags', '+faststart', '-f', 'mp4');
    const view = new DataView(whole.buffer, whole.byteOffset);
    const first = view.getUint32(0);
    const offsets = whole.findIndex((_, at) => String.fromCharCode(...whole.subarray(at, at + 4)) === 'stco');
    for (let entry = 0; entry < view.getUint32(offsets + 8); entry += 1) {
      const at = offsets + 12 + 4 * entry;
      view.setUint32(at, view.getUint32(at) - first);
    }
    expect((await read(whole.subarray(first))).durationS).toBeCloseTo(1, 1);
  });
});

describe('an MP3', async () => {
  const plain = await make(...tone(2), '-c:a', 'libmp3lame', '-b:a', '128k', ...NO_TAG, '-f', 'mp3');

  /** An APE tag of version 2 with this many bytes after its header, which states another number. */
  function apeTag(bytes: number, stated: number): Uint8Array {
    const head = new Uint8Array(32);
    head.set(ascii('APETAGEX'));
    new DataView(head.buffer).setUint32(8, 2000, true);
    new DataView(head.buffer).setUint32(12, stated, true);
    // A picture's bytes: no frames among them.
    return joined(head, new Uint8Array(bytes).fill(0xab));
  }

  test.each([
    ['zeros', joined(new Uint8Array(1024), plain)],
    ['more zeros than ffmpeg searches', joined(new Uint8Array(300_000), plain)],
    ['a stray byte', joined(Uint8Array.of(0), plain)],
    ['half a frame', plain.subarray(200)],
    ['an APE tag', joined(apeTag(2000, 2032), plain)],
    ['an APE tag with a picture', joined(apeTag(200_000, 200_032), plain)],
    ['an APE tag that lies about its size', joined(apeTag(0, 32), plain)],
    ['a tag that claims to be longer than the file', joined(ascii('ID3\x03\0\0\x02\x31\x12\0'), plain)],
    ['the headers of a web server', joined(ascii('HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n'), plain)],
  ])('may start with %s', async (_, bytes) => {
    const { durationS, statedS } = await read(bytes);
    expect(Math.abs(durationS - 2)).toBeLessThan(0.1);
    expect(statedS).toBe(null);
  });
});

describe('a file of two tracks', async () => {
  const film = await makeTwoTracks(RATE_HZ);
  const withUnknown = (...tracks: number[]): Uint8Array => forgetCodecs(film, ...tracks);

  test.each([
    ['the first if both can be decoded', film, 880, 0],
    ['the first if only the second has an unknown codec', withUnknown(1), 880, 0],
    ['the second, with a note, if the first has an unknown codec', withUnknown(0), 330, 1],
  ])('is converted from %s', async (_, bytes, hz, skipped) => {
    const { wav, skippedTracks } = await read(bytes);
    expect((await loudest(wav, [330, 880])).hz).toBe(hz);
    expect(skippedTracks).toBe(skipped);
  });

  test('is rejected for its format, not as damaged, if neither can be decoded', async () => {
    expect(await refusal(withUnknown(0, 1))).toBe('UnsupportedFormatError');
  });
});

describe('empty audio', async () => {
  const nothing = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=mono', '-t', '0'];

  test.each([
    ['FLAC', ['-f', 'flac']],
    ['AIFF', ['-f', 'aiff']],
    ['WAV of 24 bits', ['-c:a', 'pcm_s24le', '-f', 'wav']],
    ['Ogg', ['-c:a', 'libvorbis', '-f', 'ogg']],
  ])('in a complete %s is not damage but a lack of sound', async (_, options) => {
    expect(await refusal(await make(...nothing, ...options))).toBe('NoAudioTrackError');
  });

  test('in the first track leads to the second', async () => {
    const film = emptyTrack(await makeTwoTracks(RATE_HZ), 0);
    const { wav, skippedTracks } = await read(film);
    expect([(await loudest(wav, [330, 880])).hz, skippedTracks]).toEqual([330, 1]);
  });
});

test('frames unknown to ffmpeg are an unsupported format, even behind a tag', async () => {
  const mp3 = await make(...tone(1), '-c:a', 'libmp3lame', '-b:a', '128k', ...NO_TAG, '-f', 'mp3');
  // Frames with a free bit rate, which only some players support.
  const free = mp3.map((byte, at) => (mp3[at - 2] === 0xff && mp3[at - 1] === 0xfb ? byte & 0x0f : byte));
  const tag = joined(ascii('ID3\x03\0\0\0\0\0\x28'), new Uint8Array(40));
  expect([await refusal(free), await refusal(joined(tag, free))]).toEqual(Array(2).fill('UnsupportedFormatError'));
});

test.each([
  ['FLAC', ['-f', 'flac']],
  ['WAV', ['-f', 'wav']],
  ['AAC', ['-c:a', 'aac', '-f', 'adts']],
])('%s is read behind a tag', async (_, options) => {
  const tag = joined(ascii('ID3\x03\0\0\0\0\0\x28'), new Uint8Array(40));
  expect((await read(joined(tag, await make(...tone(1), ...options)))).durationS).toBeCloseTo(1, 1);
});

describe('many channels', () => {
  const HZ = 700;

  /** A WAV in which one channel has a tone. */
  function poly(channels: number, heard: number, mask = 0): Uint8Array {
    const samples = new Int16Array(channels * 8820);
    for (let frame = 0; frame < 8820; frame += 1) {
      samples[frame * channels + heard] = 16_000 * Math.sin((2 * Math.PI * HZ * frame) / RATE_HZ);
    }
    return wavFile([fmtChunk({ channels, subFormat: 1, channelMask: mask }), dataChunk(samples)]);
  }

  test.each([4, 6, 9, 10, 24, 64])('of %d without speaker positions, none is lost', async (channels) => {
    // With a film's layout the fourth of six would be left out.
    for (const heard of [Math.min(3, channels - 1), channels - 1]) {
      const { wav, durationS } = await read(poly(channels, heard));
      expect(durationS).toBeCloseTo(0.2, 2);
      const { amplitude } = await loudest(wav, [HZ]);
      expect(amplitude).toBeGreaterThan((0.9 * 16_000) / 2 ** 15 / channels);
    }
  });

  test('with speaker positions are mixed to left and right', async () => {
    expect((await read(poly(6, 0, 0x3f))).channels).toBe(2);
  });

  test.each([
    ['behind', 0x30],
    ['beside', 0x600],
    ['above', 0x5000],
  ])('with two speakers %s the listener are kept unmixed', async (_, mask) => {
    const { wav } = await read(poly(2, 1, mask));
    const format = await readWavFormat(wav);
    const samples = new Int16Array(await wav.slice(format.dataOffset).arrayBuffer());
    const heard = [0, 1].map((channel) => samples.some((sample, at) => at % 2 === channel && sample > 15_000));
    expect([isConformingWav(format), ...heard]).toEqual([true, false, true]);
  });

  test.each([65, 300])('of %d are rejected as too many', async (channels) => {
    expect(await refusal(poly(channels, 0))).toBe('TooManyChannelsError');
  });
});

describe('a warning about a missing end', () => {
  const wav = wavOf(new Int16Array(22_050).fill(500));

  test.each([
    [0, 0],
    [0xffffffff, 0xffffffff],
    [0x7fffffff, 0x7fffffff],
    [0x7ffff024, 0x7ffff000],
    [0x80000024, 0x80000000],
  ])('is not given for a WAV whose sizes were left open: %d, %d', async (riff, data) => {
    const bytes = Uint8Array.from(wav);
    new DataView(bytes.buffer).setUint32(4, riff, true);
    new DataView(bytes.buffer).setUint32(40, data, true);
    expect(await read(bytes)).toMatchObject({ statedS: null, durationS: 0.5 });
  });

  test('is not given for a film whose pictures last longer', async () => {
    const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=4', '-pix_fmt', 'yuv420p'];
    const film = await make(...tone(1), ...pictures, '-c:v', 'libtheora', '-c:a', 'libvorbis', '-f', 'ogg');
    expect(await read(film)).toMatchObject({ statedS: null, skippedTracks: 0 });
  });

  test.each([
    ['AIFF', ['-f', 'aiff']],
    ['FLAC', ['-f', 'flac']],
    ['AU', ['-f', 'au']],
  ])('is given for half of an %s', async (_, options) => {
    const whole = await make(...tone(4), ...options);
    expect((await read(whole)).statedS).toBe(null);
    const { durationS, statedS } = await read(whole.subarray(0, whole.length / 2));
    expect(durationS).toBeLessThan(2.5);
    expect(statedS).toBeCloseTo(4, 0);
  });
});

test.each([
  ['random bytes', Uint8Array.from({ length: 20_000 }, (_, at) => (Math.imul(at + 7, 2_654_435_761) >>> 13) & 0xff)],
  ['zeros', new Uint8Array(20_000)],
  ['one byte', Uint8Array.of(7)],
  ['audio without a header', Uint8Array.from({ length: 8000 }, (_, at) => 0xd8 + 24 * Math.sin(at / 9))],
  ['SILK from a messenger', joined(ascii('\x02#!SILK_V3'), new Uint8Array(500).fill(0x9c))],
])('%s: rejected as an unsupported format', async (_, bytes) => {
  expect(await refusal(bytes)).toBe('UnsupportedFormatError');
});
