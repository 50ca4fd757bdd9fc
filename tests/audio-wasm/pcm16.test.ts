import { describe, expect, test } from 'vitest';
import { pcm16Converter } from '../../audio-wasm/pcm16.ts';
import { parseWavHeader, WavFormatError } from '../../audio-wasm/wav.ts';
import { dataChunk, type FmtFields, fmtChunk, wavFile } from '../support/audio/wav-bytes.ts';

const NO_SAMPLES = new Int16Array();

function converterFor(fields: FmtFields) {
  const bytes = wavFile([fmtChunk(fields), dataChunk(NO_SAMPLES)]);
  return pcm16Converter(parseWavHeader(bytes, bytes.length));
}

function convert(fields: FmtFields, bytes: Uint8Array): number[] {
  const converted = converterFor(fields)(bytes);
  return [...new Int16Array(converted.slice().buffer)];
}

describe('samples are converted to 16 bits', () => {
  test('8-bit samples move from around 128 to around 0', () => {
    expect(convert({ bitsPerSample: 8 }, Uint8Array.of(0, 127, 128, 129, 255))).toEqual([-32768, -256, 0, 256, 32512]);
  });

  test('16-bit samples are returned uncopied', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4);
    expect(converterFor({ bitsPerSample: 16 })(bytes)).toBe(bytes);
  });

  test('24-bit samples keep their upper two bytes, rounded down', () => {
    const bytes = Uint8Array.of(0xff, 0xff, 0x7f, 0, 0, 0x80, 0xff, 0xff, 0xff, 0x01, 0, 0, 0xff, 0, 0);
    expect(convert({ bitsPerSample: 24 }, bytes)).toEqual([32767, -32768, -1, 0, 0]);
  });

  test('32-bit samples too, even in an odd view of a larger buffer', () => {
    const samples = Int32Array.of(2 ** 31 - 1, -(2 ** 31), -1, 65_536, 65_535);
    const bytes = new Uint8Array(21);
    bytes.set(new Uint8Array(samples.buffer), 1);
    expect(convert({ bitsPerSample: 32 }, bytes.subarray(1))).toEqual([32767, -32768, -1, 1, 0]);
  });

  test.each([
    [32, Float32Array],
    [64, Float64Array],
  ])('floats of %i bits are multiplied by 32,767, truncated toward zero and clipped', (bitsPerSample, Floats) => {
    const samples = Floats.of(0, 1, -1, 0.5, -0.5, 2, -2, Number.NaN, Number.POSITIVE_INFINITY, 1e-9);
    const bytes = new Uint8Array(samples.buffer);
    const expected = [0, 32767, -32767, 16383, -16383, 32767, -32768, 0, 32767, 0];
    expect(convert({ audioFormat: 3, bitsPerSample }, bytes)).toEqual(expected);
  });

  test.each<FmtFields>([
    { audioFormat: 1, bitsPerSample: 64 },
    { audioFormat: 3, bitsPerSample: 16 },
    { audioFormat: 85, bitsPerSample: 0 },
  ])('%o is rejected with the found values', (fields) => {
    expect(() => converterFor(fields)).toThrow(WavFormatError);
    expect(() => converterFor(fields)).toThrow(`${fields.bitsPerSample}-bit samples of format ${fields.audioFormat}`);
  });
});
