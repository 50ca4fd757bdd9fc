import { expect, test } from 'vitest';
import { parseWavHeader } from '../../audio-wasm/wav.ts';
import { readHeader, WAV_HEADER_BYTES, wavHeader } from '../../audio-wasm/wav-header.ts';

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
