import { describe, expect, test } from 'vitest';
import { type KWeighting, kWeightingAt, TRUE_PEAK_PHASES, TRUE_PEAK_SCALE } from '../../audio-wasm/loudness-filters.ts';

describe('the true-peak filter', () => {
  test('has four phases of 12 taps, whole multiples of its scale', () => {
    expect(TRUE_PEAK_PHASES.map((phase) => phase.length)).toEqual([12, 12, 12, 12]);
    expect(TRUE_PEAK_PHASES.flat().every((tap) => Number.isInteger(tap * TRUE_PEAK_SCALE))).toBe(true);
  });

  test('interpolates a slow sine 1/8, 3/8, 5/8 and 7/8 past the sixth sample before the newest', () => {
    const at = (time: number) => Math.sin((2 * Math.PI * time) / 40);
    TRUE_PEAK_PHASES.forEach((phase, index) => {
      for (let newest = 0; newest < 40; newest++) {
        const between = phase.reduce((sum, tap, back) => sum + tap * at(newest - back), 0);
        expect(Math.abs(between - at(newest - 6 + (2 * index + 1) / 8))).toBeLessThan(0.03);
      }
    });
  });
});

describe('the weighting of frequencies', () => {
  /** Tables 1 and 2 of ITU-R BS.1770-4, for 48 kHz. */
  const TABLE: KWeighting = {
    shelf: {
      b0: 1.53512485958697,
      b1: -2.69169618940638,
      b2: 1.19839281085285,
      a1: -1.69065929318241,
      a2: 0.73248077421585,
    },
    highPass: { a1: -1.99004745483398, a2: 0.99007225036621 },
  };

  /** The gain in dB at a frequency. */
  function gainDb({ shelf, highPass }: KWeighting, frequencyHz: number, sampleRateHz: number): number {
    const angle = (2 * Math.PI * frequencyHz) / sampleRateHz;
    const power = (...taps: readonly number[]) =>
      taps.reduce((sum, tap, at) => sum + tap * Math.cos(at * angle), 0) ** 2 +
      taps.reduce((sum, tap, at) => sum + tap * Math.sin(at * angle), 0) ** 2;
    const shelfPower = power(shelf.b0, shelf.b1, shelf.b2) / power(1, shelf.a1, shelf.a2);
    return 10 * Math.log10((shelfPower * power(1, -2, 1)) / power(1, highPass.a1, highPass.a2));
  }

  test('matches the standard’s table at 48 kHz', () => {
    const { shelf, highPass } = kWeightingAt(48_000);
    for (const [name, value] of Object.entries(TABLE.shelf))
      expect(shelf).toHaveProperty(name, expect.closeTo(value, 12));
    for (const [name, value] of Object.entries(TABLE.highPass)) {
      expect(highPass).toHaveProperty(name, expect.closeTo(value, 12));
    }
  });

  test.each([8_000, 22_050, 44_100, 96_000])('has the same gain at low frequencies at %i Hz', (sampleRateHz) => {
    for (const frequencyHz of [20, 38, 60, 100, 250]) expect(offDb(sampleRateHz, frequencyHz)).toBeLessThan(0.001);
  });

  test.each([16_000, 22_050, 44_100, 96_000])('has nearly the same gain for voices at %i Hz', (sampleRateHz) => {
    for (const frequencyHz of [500, 1000, 2000]) expect(offDb(sampleRateHz, frequencyHz)).toBeLessThan(0.05);
  });

  function offDb(sampleRateHz: number, frequencyHz: number): number {
    return Math.abs(gainDb(kWeightingAt(sampleRateHz), frequencyHz, sampleRateHz) - gainDb(TABLE, frequencyHz, 48_000));
  }
});
