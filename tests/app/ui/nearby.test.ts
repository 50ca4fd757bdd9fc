import { expect, it } from 'vitest';
import { formatDistance } from '../../../app/ui/number-words.ts';
import { formatDirection, nearbyStrings } from '../../../app/walk/nearby/nearby-words.ts';

it.each([
  [0, '0\u00a0m'],
  [999.4, '999\u00a0m'],
  [999.6, '1\u00a0km'],
  [1234, '1,2\u00a0km'],
  [99_900, '99,9\u00a0km'],
  [99_960, '100\u00a0km'],
  [390_700, '391\u00a0km'],
])('writes a distance of %d m as %s', (m, words) => {
  expect(formatDistance(m)).toBe(words);
});

it.each([
  [0, 'au nord'],
  [22, 'au nord'],
  [23, 'au nord-est'],
  [90, 'à l’est'],
  [225, 'au sud-ouest'],
  [337, 'au nord-ouest'],
  [338, 'au nord'],
])('names the direction %d° as %s', (bearingDeg, words) => {
  expect(formatDirection(bearingDeg)).toBe(words);
});

it('gives a remedy for a vague position: the open sky, or the settings if reduced on purpose', () => {
  expect(nearbyStrings.vague(300)).toMatch(/^Position à 300\u00a0m près, .*ciel ouvert/);
  expect(nearbyStrings.vague(3000)).toMatch(/^Position à 3\u00a0km près, .*position exacte dans les réglages/);
});
