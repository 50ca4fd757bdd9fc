import { expect, test } from 'vitest';
import { geodesicM } from './geodesic.ts';

const degrees = (whole: number, minutes: number, seconds: number): number =>
  Math.sign(whole) * (Math.abs(whole) + minutes / 60 + seconds / 3600);

test('the referee gives the published length from Flinders Peak to Buninyong (Geoscience Australia, on GRS 80)', () => {
  const flindersPeak = [degrees(144, 25, 29.52442), degrees(-37, 57, 3.7203)] as const;
  const buninyong = [degrees(143, 55, 35.3839), degrees(-37, 39, 10.15611)] as const;
  expect(geodesicM(flindersPeak, buninyong)).toBeCloseTo(54_972.271, 3);
});

test('the referee gives the length of a degree on the equator and at the pole', () => {
  expect(geodesicM([10, 0], [11, 0])).toBeCloseTo((6_378_137 * Math.PI) / 180, 6);
  expect(geodesicM([179.5, 0], [-179.5, 0])).toBeCloseTo((6_378_137 * Math.PI) / 180, 6);
  // WGS 84's meridian radius of curvature at the pole is a / sqrt(1 - e2).
  expect(geodesicM([0, 89.999], [0, 90])).toBeCloseTo((6_399_593.626 * Math.PI) / 180_000, 4);
});
