import { expect, test } from 'vitest';
import { readFix } from '../../../../app/platform/position/geolocation.ts';

const told = (heading: number | null, speed: number | null) =>
  readFix({ coords: { longitude: 2.347, latitude: 48.8555, accuracy: 8, heading, speed }, timestamp: 1000 });

test.each([null, Number.NaN, -1, 361, Number.POSITIVE_INFINITY])('a heading of %s counts as unknown', (heading) => {
  expect(told(heading, 1).headingDeg).toBeNull();
});

test.each([null, Number.NaN, -1, Number.POSITIVE_INFINITY])('a speed of %s counts as unknown', (speed) => {
  expect(told(0, speed).speedMps).toBeNull();
});

test('other values stay, including north and standing still', () => {
  expect(told(0, 0)).toEqual({ lng: 2.347, lat: 48.8555, accuracyM: 8, headingDeg: 0, speedMps: 0, timestampMs: 1000 });
  expect(told(359.5, 1.4)).toMatchObject({ headingDeg: 359.5, speedMps: 1.4 });
});
