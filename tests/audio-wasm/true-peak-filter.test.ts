import { expect, test } from 'vitest';
import { TRUE_PEAK_PHASES, TRUE_PEAK_SCALE } from '../../audio-wasm/true-peak-filter.ts';

test('is four phases of 12 taps, whole multiples of its scale', () => {
  expect(TRUE_PEAK_PHASES.map((phase) => phase.length)).toEqual([12, 12, 12, 12]);
  expect(TRUE_PEAK_PHASES.flat().every((tap) => Number.isInteger(tap * TRUE_PEAK_SCALE))).toBe(true);
});

test('interpolates a slow sine at 1/8, 3/8, 5/8 and 7/8 of the way from the sixth sample before the newest', () => {
  const at = (time: number) => Math.sin((2 * Math.PI * time) / 40);
  TRUE_PEAK_PHASES.forEach((phase, index) => {
    for (let newest = 0; newest < 40; newest++) {
      const between = phase.reduce((sum, tap, back) => sum + tap * at(newest - back), 0);
      expect(Math.abs(between - at(newest - 6 + (2 * index + 1) / 8))).toBeLessThan(0.03);
    }
  });
});
