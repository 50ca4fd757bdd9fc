import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import Referee from 'waveform-data';
import {
  decodeWaveform,
  encodeWaveform,
  toWavesurferPeaks,
  WaveformDataError,
  waveformFromJson,
  waveformToJson,
} from '../../audio-wasm/waveform-data.ts';

const waveform = fc
  .record({
    channels: fc.integer({ min: 1, max: 4 }),
    pixels: fc.integer({ min: 1, max: 50 }),
    sampleRateHz: fc.constantFrom(8000, 44_100, 192_000),
    samplesPerPixel: fc.integer({ min: 2, max: 100_000 }),
    bits: fc.constantFrom<8 | 16>(8, 16),
    seed: fc.array(fc.integer({ min: -32768, max: 32767 }), { minLength: 1 }),
  })
  .map(({ seed, pixels, ...form }) => ({
    form,
    peaks: Int16Array.from({ length: 2 * form.channels * pixels }, (_, index) => seed[index % seed.length] ?? 0),
  }));

test('the reference reads the encoded header and every value', () => {
  fc.assert(
    fc.property(waveform, ({ form, peaks }) => {
      const read = Referee.create(encodeWaveform(peaks, form));
      expect(read).toMatchObject({
        sample_rate: form.sampleRateHz,
        scale: form.samplesPerPixel,
        bits: form.bits,
        channels: form.channels,
        length: peaks.length / (2 * form.channels),
      });
      const divisor = form.bits === 8 ? 256 : 1;
      for (let channel = 0; channel < form.channels; channel++) {
        const expected = (offset: number) =>
          Array.from(
            { length: read.length },
            (_, pixel) => Math.trunc((peaks[2 * (pixel * form.channels + channel) + offset] ?? 0) / divisor) + 0,
          );
        expect(read.channel(channel).min_array()).toEqual(expected(0));
        expect(read.channel(channel).max_array()).toEqual(expected(1));
      }
    }),
  );
});

test('8 bits are truncated toward zero, not rounded down', () => {
  const form = { sampleRateHz: 44_100, samplesPerPixel: 256, channels: 1, bits: 8 } as const;
  const written = decodeWaveform(encodeWaveform(Int16Array.of(-255, 255, -256, 256, -32768, 32767), form));
  expect([...written.values]).toEqual([0, 0, -1, 1, -128, 127]);
});

test('decoding returns the encoded values as a view', () => {
  const form = { sampleRateHz: 44_100, samplesPerPixel: 256, channels: 2, bits: 16 } as const;
  const buffer = encodeWaveform(Int16Array.of(-5, 5, -6, 6, -7, 7, -8, 8), form);
  const read = decodeWaveform(buffer);
  expect(read).toEqual({ ...form, pixels: 2, values: Int16Array.of(-5, 5, -6, 6, -7, 7, -8, 8) });
  expect(read.values.buffer).toBe(buffer);
});

test('the reference reads the JSON form like the binary one', () => {
  fc.assert(
    fc.property(waveform, ({ form, peaks }) => {
      const dat = encodeWaveform(peaks, form);
      const json = JSON.parse(waveformToJson(decodeWaveform(dat)));
      expect(json).toMatchObject({ version: 2, length: peaks.length / (2 * form.channels) });
      const [fromJson, fromDat] = [Referee.create(json), Referee.create(dat)];
      expect(fromJson.toJSON()).toEqual(fromDat.toJSON());
    }),
  );
});

test('the JSON form is decoded to the same waveform as the binary one', () => {
  fc.assert(
    fc.property(waveform, ({ form, peaks }) => {
      const read = decodeWaveform(encodeWaveform(peaks, form));
      expect(waveformFromJson(waveformToJson(read))).toEqual(read);
    }),
  );
});

test('JSON from the reference is decoded value for value', () => {
  fc.assert(
    fc.property(waveform, ({ form, peaks }) => {
      const dat = encodeWaveform(peaks, form);
      expect(waveformFromJson(JSON.stringify(Referee.create(dat).toJSON()))).toEqual(decodeWaveform(dat));
    }),
  );
});

test.each([{}, { version: 1 }, { version: 1, channels: 1 }])(
  'JSON of version 1 has one channel, as the reference reads it: %o',
  (versioned) => {
    const fields = {
      ...versioned,
      sample_rate: 8000,
      samples_per_pixel: 512,
      bits: 8,
      length: 2,
      data: [-2, 1, -3, 4],
    };
    const read = waveformFromJson(JSON.stringify(fields));
    expect(read).toEqual({
      sampleRateHz: 8000,
      samplesPerPixel: 512,
      channels: 1,
      pixels: 2,
      bits: 8,
      values: Int8Array.of(-2, 1, -3, 4),
    });
    const referee = Referee.create({ version: 1, channels: 1, ...fields });
    expect(referee.channel(0).min_array()).toEqual([-2, -3]);
    expect(referee.channel(0).max_array()).toEqual([1, 4]);
  },
);

describe('other JSON is rejected with a description of the fault', () => {
  const good = { version: 2, channels: 1, sample_rate: 8000, samples_per_pixel: 2, bits: 8, length: 1, data: [-1, 1] };
  test.each<[string, string, string]>([
    ['text that is not JSON', 'RIFF', 'begins with "RIFF"'],
    ['a number', '7', 'got 7'],
    ['a list', '[]', "'sample_rate'"],
    ['another version', JSON.stringify({ ...good, version: 3 }), 'got 3'],
    ['no sample rate', JSON.stringify({ ...good, sample_rate: 0 }), "'sample_rate'"],
    ['no channels', JSON.stringify({ ...good, channels: undefined }), "'channels'"],
    ['other bits', JSON.stringify({ ...good, bits: 12 }), 'got 12'],
    ['a length that would take gigabytes', JSON.stringify({ ...good, length: 0xffffffff }), 'got 2 values'],
    ['no values', JSON.stringify({ ...good, data: undefined }), 'got undefined'],
    ['a value beyond its bits', JSON.stringify({ ...good, data: [-1, 128] }), 'got 128'],
    ['a text among the values', JSON.stringify({ ...good, data: [-1, '1'] }), 'got "1"'],
  ])('%s', (_, text, found) => {
    expect(() => waveformFromJson(text)).toThrow(WaveformDataError);
    expect(() => waveformFromJson(text)).toThrow(found);
  });
});

test.each([8, 16] as const)(
  'version 1 of %i bits has one channel and no field for it, as the reference reads it',
  (bits) => {
    const form = { sampleRateHz: 8000, samplesPerPixel: 512, channels: 1, bits } as const;
    const written = new Uint8Array(encodeWaveform(Int16Array.of(-768, 768, -512, 256), form));
    const version1 = new Uint8Array(written.length - 4);
    version1.set(written.subarray(0, 20));
    version1.set(written.subarray(24), 20);
    version1[0] = 1;
    const read = decodeWaveform(version1.buffer);
    const [low, high] = bits === 8 ? [-2, 1] : [-512, 256];
    expect(read).toMatchObject({ ...form, pixels: 2 });
    expect([...read.values].slice(2)).toEqual([low, high]);
    const referee = Referee.create(version1.buffer);
    expect(referee.channel(0).min_array()).toEqual([...read.values].filter((_, at) => at % 2 === 0));
    expect(referee).toMatchObject({ channels: 1, length: 2 });
  },
);

test('a fractional number of pixels is rejected', () => {
  const form = { sampleRateHz: 44_100, samplesPerPixel: 256, channels: 2, bits: 16 } as const;
  expect(() => encodeWaveform(new Int16Array(6), form)).toThrow('got 6 values');
});

describe('other bytes than waveform data of version 1 or 2 are rejected with the fault', () => {
  const good = encodeWaveform(Int16Array.of(1, 2), { sampleRateHz: 8000, samplesPerPixel: 2, channels: 1, bits: 16 });
  function changed(at: number, value: number): ArrayBuffer {
    const copy = good.slice(0);
    new DataView(copy).setInt32(at, value, true);
    return copy;
  }
  test.each<[string, ArrayBuffer, string]>([
    ['too short for any version', new ArrayBuffer(19), 'got 19'],
    ['too short for its version', good.slice(0, 23), 'got 23'],
    ['another version', changed(0, 3), 'got 3'],
    ['no sample rate', changed(8, 0), 'got 0, 2, 1'],
    ['more pixels than the data has', changed(16, 1000), 'Expected 2000 values after the header, got 2'],
  ])('%s', (_, bytes, found) => {
    expect(() => decodeWaveform(bytes)).toThrow(WaveformDataError);
    expect(() => decodeWaveform(bytes)).toThrow(found);
  });
});

const FORM = { sampleRateHz: 44_100, samplesPerPixel: 256 } as const;

test('each pixel becomes the extreme farther from zero, from -1 to 1', () => {
  const values = Int16Array.of(-16384, 8192, -1, 16384, -32768, 32767, 0, 0);
  const peaks = toWavesurferPeaks({ ...FORM, channels: 1, pixels: 4, bits: 16, values });
  expect(peaks).toEqual([Float32Array.of(-0.5, 0.5, -1, 0)]);
});

test('channels are separated', () => {
  const values = Int8Array.of(-64, 0, 0, 32, 0, 64, -32, 0);
  const peaks = toWavesurferPeaks({ ...FORM, channels: 2, pixels: 2, bits: 8, values });
  expect(peaks).toEqual([Float32Array.of(-0.5, 0.5), Float32Array.of(0.25, -0.25)]);
});
