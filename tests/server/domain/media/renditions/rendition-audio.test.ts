import { expect, test } from 'vitest';
import { planRendition, toChannels } from '../../../../../server/domain/media/renditions/make-rendition.ts';

const MEASURED = { integratedLufs: -20, rangeLu: 5, truePeakDbtp: -3, sideToMid: 0.2 };

const inDb = (gain: number): number => 20 * Math.log10(gain);

test.each([
  [-20, 4],
  [-31, 15],
  [-50, 15],
  [-9, -7],
  [Number.NEGATIVE_INFINITY, 0],
])('a master of %d LUFS gets a gain of %d dB: to -16 LUFS, by at most 15 dB', (integratedLufs, gainDb) => {
  expect(inDb(planRendition({ ...MEASURED, integratedLufs }, 2).gain)).toBeCloseTo(gainDb, 9);
});

test('channels whose difference is 30 dB below their sum are mixed, others are not', () => {
  expect(planRendition({ ...MEASURED, sideToMid: 0.0009 }, 2)).toMatchObject({ channels: 1, bitsPerS: 64_000 });
  expect(planRendition({ ...MEASURED, sideToMid: 0.0011 }, 2)).toMatchObject({ channels: 2, bitsPerS: 128_000 });
  expect(planRendition(MEASURED, 1)).toMatchObject({ channels: 1 });
});

test('samples become one array per channel, or the mean of two', () => {
  const frames = Int16Array.of(32_767, -32_768, 16_384, 0);
  expect(toChannels(frames, 2, 2).map((channel) => [...channel])).toEqual([
    [Math.fround(32_767 / 32_768), 0.5],
    [-1, 0],
  ]);
  expect([...(toChannels(frames, 2, 1)[0] ?? [])]).toEqual([Math.fround(-1 / 65_536), 0.25]);
  expect([...(toChannels(frames, 1, 1)[0] ?? [])]).toEqual([Math.fround(32_767 / 32_768), -1, 0.5, 0]);
});
