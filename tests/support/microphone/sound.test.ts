import { expect, test } from 'vitest';
import { readWavFormat } from '../../../audio-wasm/wav.ts';
import { align, channelOf, correlation, noiseBetweenSilences, soundAsWav, soundingPart } from './sound.ts';

const RATE_HZ = 44_100;
const sound = noiseBetweenSilences(0.1, 0.5);
const [left = new Float32Array(), right = new Float32Array()] = sound;

test('the same stretch is alike whatever its loudness, another stretch and the other channel are not', () => {
  const part = left.subarray(5000, 9000);
  expect(
    correlation(
      part,
      part.map((sample) => sample / 3),
    ),
  ).toBeCloseTo(1, 6);
  expect(Math.abs(correlation(part, left.subarray(9000, 13_000)))).toBeLessThan(0.5);
  expect(Math.abs(correlation(part, right.subarray(5000, 9000)))).toBeLessThan(0.5);
  expect(correlation(part, new Float32Array(4000))).toBe(0);
});

test('one lost block makes what follows unlike, and is found by aligning anew', () => {
  const lossy = Float32Array.from([...left.subarray(0, 10_000), ...left.subarray(10_128)]);
  const part = left.subarray(12_000, 16_000);
  expect(correlation(lossy.subarray(12_000, 16_000), part)).toBeLessThan(0.9);
  expect(align(lossy, part, 12_000, 300)).toBe(12_000 - 128);
});

test('the sounding part is what lies between the silences', () => {
  const { start, end } = soundingPart(left);
  expect(Math.abs(start - 0.1 * RATE_HZ)).toBeLessThan(20);
  expect(Math.abs(end - 0.6 * RATE_HZ)).toBeLessThan(20);
});

test('a sound goes into a WAV and comes out of it', async () => {
  const wav = soundAsWav(sound);
  expect(await readWavFormat(new Blob([wav]))).toMatchObject({ channels: 2, frames: left.length, isWhole: true });
  expect(correlation(channelOf(wav, 1), right)).toBeCloseTo(1, 6);
});
