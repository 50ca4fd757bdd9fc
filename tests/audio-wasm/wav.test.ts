import { describe, expect, test } from 'vitest';
import {
  CONFORMING_WAV,
  isConformingWav,
  parseWavHeader,
  readWavFormat,
  WavFormatError,
} from '../../audio-wasm/wav.ts';
import { readHeader, WAV_HEADER_BYTES, wavHeader } from '../../audio-wasm/wav-header.ts';
import { AUDIO_BITS_PER_SAMPLE, AUDIO_MAX_CHANNELS, AUDIO_SAMPLE_RATE_HZ } from '../../contracts/limits.ts';
import { CountedBlob } from '../support/audio/counted-blob.ts';
import {
  dataChunk,
  ds64Chunk,
  type FmtFields,
  fmtChunk,
  rf64File,
  wavFile,
  wavOf,
} from '../support/audio/wav-bytes.ts';
import { testDamagedHeaders } from '../support/soak/damaged-headers.ts';

const SAMPLES = Int16Array.from({ length: 100 }, (_, index) => index * 7);

/** The first read of a Blob. */
const HEAD_BYTES = 65_536;

const parse = (bytes: Uint8Array) => parseWavHeader(bytes, bytes.length);

describe('a WAV header is parsed', () => {
  test('in its simplest form', () => {
    expect(parse(wavOf(SAMPLES, { channels: 2, sampleRateHz: 48_000 }))).toEqual({
      container: 'RIFF',
      audioFormat: 1,
      channels: 2,
      sampleRateHz: 48_000,
      bitsPerSample: 16,
      dataOffset: 44,
      dataBytes: 200,
      otherBytes: 44,
      frames: 50,
      durationS: 50 / 48_000,
      isWhole: true,
    });
  });

  test.each([
    ['a RIFF size above the file', wavFile([fmtChunk(), dataChunk(SAMPLES)], 10_000), false],
    ['a RIFF size below the file: something follows', wavFile([fmtChunk(), dataChunk(SAMPLES)], 100), false],
    ['data cut short', wavFile([fmtChunk(), dataChunk(SAMPLES, SAMPLES.byteLength + 2)]), false],
    ['half a frame at the end', wavFile([fmtChunk({ channels: 2 }), dataChunk(SAMPLES.subarray(1))]), false],
    ['sizes left open by the writer', wavFile([fmtChunk(), dataChunk(SAMPLES, 0xffffffff)], 0xffffffff), false],
    [
      'a chunk after the data',
      wavFile([fmtChunk(), dataChunk(SAMPLES), { id: 'LIST', body: new Uint8Array(8) }]),
      true,
    ],
  ])('with its sizes compared with the file: %s', (_, bytes, isWhole) => {
    expect(parse(bytes).isWhole).toBe(isWhole);
  });

  test('with LIST and an odd-sized chunk before the data', () => {
    const list = { id: 'LIST', body: new Uint8Array(26) };
    const odd = { id: 'odd ', body: new Uint8Array(3) };
    const format = parse(wavFile([list, fmtChunk(), odd, dataChunk(SAMPLES)]));
    expect(format).toMatchObject({ dataOffset: 12 + 34 + 24 + 12 + 8, frames: 100 });
  });

  test('as EXTENSIBLE, with the code of its sub-format', () => {
    expect(parse(wavFile([fmtChunk({ subFormat: 1 }), dataChunk(SAMPLES)]))).toMatchObject({ audioFormat: 1 });
    expect(parse(wavFile([fmtChunk({ subFormat: 3, bitsPerSample: 32 }), dataChunk(SAMPLES)]))).toMatchObject({
      audioFormat: 3,
      frames: 50,
    });
  });

  test.each([
    ['0xFFFFFFFF', 0xffffffff, 0xffffffff],
    ['0', 0, 0],
    ['more than the file', 100_000, 100_036],
  ])('when a streaming writer left the sizes at %s', (_, dataSize, riffSize) => {
    const format = parse(wavFile([fmtChunk(), dataChunk(SAMPLES, dataSize)], riffSize));
    expect(format).toMatchObject({ dataBytes: 200, frames: 100 });
  });

  test.each(['RF64', 'BW64'] as const)('as %s, with its sizes in ds64', (container) => {
    const trailer = { id: 'LIST', body: new Uint8Array(40) };
    const junk = { id: 'junk', body: new Uint8Array(6), size: 0xffffffff };
    const large = ds64Chunk({ dataBytes: 200, sizes: { junk: 6 } });
    const format = parse(rf64File([large, junk, fmtChunk(), dataChunk(SAMPLES, 0xffffffff), trailer], container));
    expect(format).toMatchObject({ container, dataBytes: 200, frames: 100 });
  });

  test.each([
    ['more than the file', 2 ** 40],
    ['0, from a writer that never rewrote its header', 0],
  ])('as RF64 with data of %s', (_, dataBytes) => {
    const bytes = rf64File([ds64Chunk({ dataBytes }), fmtChunk(), dataChunk(SAMPLES, 0xffffffff)]);
    expect(parse(bytes)).toMatchObject({ dataBytes: 200, frames: 100 });
  });

  test.each([
    [1, 8, 200],
    [1, 16, 100],
    [1, 24, 66],
    [1, 32, 50],
    [3, 32, 50],
    [3, 64, 25],
  ])('of format %i with %i bits a sample: %i frames in 200 bytes', (audioFormat, bitsPerSample, frames) => {
    const bytes = wavFile([fmtChunk({ audioFormat, bitsPerSample }), dataChunk(SAMPLES)]);
    expect(parse(bytes)).toMatchObject({ audioFormat, bitsPerSample, frames, durationS: frames / 44_100 });
  });

  test('when its data are truncated within a frame, counting whole frames', () => {
    const bytes = wavOf(SAMPLES, { channels: 2 }).subarray(0, 44 + 4 * 20 + 3);
    expect(parse(bytes)).toMatchObject({ dataBytes: 80, frames: 20 });
  });

  test('of an empty recording, without the chunk after its data', () => {
    const bytes = wavFile([fmtChunk(), dataChunk(new Int16Array()), { id: 'LIST', body: new Uint8Array(40) }]);
    expect(parse(bytes)).toMatchObject({ dataBytes: 0, frames: 0, durationS: 0 });
  });

  test('without its chunks after the data', () => {
    const bytes = wavFile([fmtChunk(), dataChunk(SAMPLES), { id: 'LIST', body: new Uint8Array(40) }]);
    expect(parse(bytes)).toMatchObject({ dataBytes: 200 });
  });

  test('from a Blob, past a picture larger than any buffer that is read at once', async () => {
    const picture = { id: 'id3 ', body: new Uint8Array(3_000_001) };
    const bytes = wavFile([picture, fmtChunk(), dataChunk(SAMPLES)]);
    expect(await readWavFormat(new Blob([bytes]))).toEqual(parse(bytes));
  });

  test('from a Blob, with one read if the chunks before the data are small', async () => {
    const blob = new CountedBlob([
      wavFile([{ id: 'LIST', body: new Uint8Array(4001) }, fmtChunk(), dataChunk(SAMPLES)]),
    ]);
    await readWavFormat(blob);
    expect(blob).toMatchObject({ slices: 1 });
  });

  test('from a Blob, wherever its first read ends: within a chunk, its header or between two', async () => {
    const sizes = [...Array(64).keys()].map((index) => HEAD_BYTES - 60 + index);
    for (const size of sizes) {
      const bytes = wavFile([
        { id: 'odd ', body: new Uint8Array(size) },
        fmtChunk({ subFormat: 1 }),
        dataChunk(SAMPLES),
      ]);
      expect(await readWavFormat(new Blob([bytes]))).toEqual(parse(bytes));
      const cut = bytes.subarray(0, HEAD_BYTES + 10);
      expect(await outcome(() => readWavFormat(new Blob([cut])))).toEqual(await outcome(() => parse(cut)));
    }
  });
});

/** The result of a read, or its error message. */
async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    return String(error);
  }
}

describe('anything but a WAV is rejected with a description of its content', () => {
  test.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(), 'the end of the file'],
    ['text', new TextEncoder().encode('Bonjour, ceci est un texte.'), "'Bonj'"],
    ['an mp3 frame', Uint8Array.of(0xff, 0xfb, 0x90, 0x64, 0, 0, 0, 0, 0, 0, 0, 0), 'bytes ff fb 90 64'],
    ['AVI', new TextEncoder().encode('RIFF    AVI LIST'), "'AVI '"],
    ['a WAV without data', wavFile([fmtChunk(), { id: 'LIST', body: new Uint8Array(4) }]), "'fmt ', 'LIST'"],
    ['a WAV without fmt', wavFile([dataChunk(SAMPLES)]), "'fmt '"],
    ['a short fmt', wavFile([{ id: 'fmt ', body: new Uint8Array(8) }, dataChunk(SAMPLES)]), 'got 8'],
    ['no channels', wavOf(SAMPLES, { channels: 0 }), 'got 0 and 44100 Hz'],
    ['an impossible sample rate', wavOf(SAMPLES, { sampleRateHz: 2 ** 31 }), 'got 1 and 2147483648 Hz'],
    ['a short ds64', rf64File([{ id: 'ds64', body: new Uint8Array(9) }, fmtChunk(), dataChunk(SAMPLES)]), 'got 9'],
    ['no bits', wavFile([fmtChunk({ bitsPerSample: 0 }), dataChunk(SAMPLES)]), 'got 0'],
  ])('%s', (_, bytes, found) => {
    expect(() => parse(bytes)).toThrow(WavFormatError);
    expect(() => parse(bytes)).toThrow(found);
  });

  test('a header longer than the given bytes is reported as such, not as another format', () => {
    const bytes = wavFile([{ id: 'id3 ', body: new Uint8Array(5000) }, fmtChunk(), dataChunk(SAMPLES)]);
    expect(() => parseWavHeader(bytes.subarray(0, 1024), bytes.length)).toThrow('longer than the 1024 bytes');
  });

  test('a file with only empty chunks is rejected', async () => {
    const bytes = wavFile(Array.from({ length: 5000 }, () => ({ id: 'junk', body: new Uint8Array() })));
    await expect(readWavFormat(new Blob([bytes]))).rejects.toThrow(WavFormatError);
  });

  testDamagedHeaders(500, 20_261_121);
});

describe('a WAV conforms', () => {
  test('in the sample rate, bits and channels of the contract', () => {
    expect(CONFORMING_WAV).toMatchObject({
      bitsPerSample: AUDIO_BITS_PER_SAMPLE,
      sampleRateHz: AUDIO_SAMPLE_RATE_HZ,
      channelsMax: AUDIO_MAX_CHANNELS,
    });
  });

  test.each<[boolean, FmtFields]>([
    [true, { channels: 1 }],
    [true, { channels: 2 }],
    [true, { channels: 2, subFormat: 1 }],
    [false, { channels: 3 }],
    [false, { sampleRateHz: 48_000 }],
    [false, { bitsPerSample: 24 }],
    [false, { bitsPerSample: 32, audioFormat: 3 }],
    [false, { audioFormat: 17 }],
  ])('%s: %o', (conforms, fields) => {
    expect(isConformingWav(parse(wavFile([fmtChunk(fields), dataChunk(SAMPLES)])))).toBe(conforms);
  });

  test.each(['before', 'behind'])('with few bytes besides its samples, %s them', (where) => {
    const conforms = (bytes: number): boolean => {
      const other = { id: 'LIST', body: new Uint8Array(bytes - 44 - 8) };
      const chunks = where === 'before' ? [other, dataChunk(SAMPLES)] : [dataChunk(SAMPLES), other];
      return isConformingWav(parse(wavFile([fmtChunk(), ...chunks])));
    };
    const most = CONFORMING_WAV.otherBytesMax;
    expect([conforms(most), conforms(most + 2), conforms(1_000_000)]).toEqual([true, false, false]);
  });

  test('only as RIFF, since no browser plays RF64', () => {
    expect(isConformingWav(parse(rf64File([ds64Chunk({ dataBytes: 200 }), fmtChunk(), dataChunk(SAMPLES)])))).toBe(
      false,
    );
  });
});

const stereo = { sampleRateHz: 44_100, channels: 2 };

test('a header describes its samples, and is valid', () => {
  const header = wavHeader(stereo, 400);
  expect(parseWavHeader(header, WAV_HEADER_BYTES + 400)).toMatchObject({
    ...{ channels: 2, sampleRateHz: 44_100, bitsPerSample: 16, audioFormat: 1 },
    ...{ dataOffset: WAV_HEADER_BYTES, dataBytes: 400, frames: 100, isWhole: true },
  });
});

test('a header is parsed, whatever size it was built with', () => {
  expect(readHeader(wavHeader(stereo, 0))).toEqual(stereo);
  expect(readHeader(wavHeader({ sampleRateHz: 48_000, channels: 1 }, 123_456))).toEqual({
    sampleRateHz: 48_000,
    channels: 1,
  });
});

test('a truncated, empty or foreign header is null', () => {
  expect(readHeader(wavHeader(stereo, 0).subarray(0, 40))).toBe(null);
  expect(readHeader(new Uint8Array(WAV_HEADER_BYTES))).toBe(null);
  const other = wavHeader(stereo, 0);
  other[0] = 0x58;
  expect(readHeader(other)).toBe(null);
});

test('a size beyond the format’s limit is rejected', () => {
  expect(() => wavHeader(stereo, 2 ** 32)).toThrow('Expected less than 4 GiB of samples, got 4294967296 bytes');
});
