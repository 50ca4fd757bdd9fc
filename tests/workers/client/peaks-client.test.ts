import { expect, test } from 'vitest';
import { encodeWaveform } from '../../../audio-wasm/waveform-data.ts';
import { readStoredWaveform } from '../../../workers/client/peaks-client.ts';

const form = { sampleRateHz: 44_100, samplesPerPixel: 22_050, channels: 1, bits: 8 } as const;

test('a stored waveform is read in wavesurfer’s form, with the duration of its recording', () => {
  const bytes = encodeWaveform(Int16Array.from([-32_768, 0, -256, 16_384, 0, 0]), form);
  expect(readStoredWaveform(bytes)).toEqual({ peaks: [Float32Array.from([-1, 0.5, 0])], durationS: 1.5 });
});

test('bytes that are not a waveform give no picture', () => {
  expect(readStoredWaveform(new ArrayBuffer(3))).toBeNull();
  expect(readStoredWaveform(new TextEncoder().encode('<!doctype html><title>No such page</title>').buffer)).toBeNull();
});
