import { expect, test } from 'vitest';
import { toWavesurferPeaks } from '../../../workers/peaks/wavesurfer-peaks.ts';

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
