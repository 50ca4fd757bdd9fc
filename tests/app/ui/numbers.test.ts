import { describe, expect, it } from 'vitest';
import { formatDistance, formatTenths, formatUpToTenths } from '../../../app/ui/number-words.ts';

/** All hundredths up to ten, and others. */
const VALUES = [
  ...Array.from({ length: 1001 }, (_, index) => index / 100),
  ...[0.249, 99.94, 99.95, 100, 999.96, 1000, 1234.5, 20_003.95, 1_234_567.8, -2.25, -0.3],
];

describe('numbers', () => {
  it('are written like the browser’s own French, with one decimal', () => {
    const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    expect(VALUES.map(formatTenths)).toEqual(VALUES.map((value) => value.toLocaleString('fr', options)));
  });

  it('lose a decimal that is zero', () => {
    const options = { maximumFractionDigits: 1 };
    expect(VALUES.map(formatUpToTenths)).toEqual(VALUES.map((value) => value.toLocaleString('fr', options)));
  });

  it('give a distance in metres, from 1 km in tenths, from 100 km in whole kilometres', () => {
    const printed = [3.4, 999.4, 999.6, 1040, 12_340, 99_949, 99_951, 342_400, 1_234_567].map(formatDistance);
    const texts = ['3 m', '999 m', '1 km', '1 km', '12,3 km', '99,9 km', '100 km', '342 km', '1 235 km'];
    expect(printed.map((text) => text.replace(/\s/g, ' '))).toEqual(texts);
  });
});
