import { afterEach, describe, expect, it } from 'vitest';
import { showLanguage } from '../../../app/ui/language.ts';
import {
  formatAway,
  formatDayOfYear,
  formatDistance,
  formatHours,
  formatMoment,
  formatPercent,
  formatSize,
  formatTenths,
  formatUpToTenths,
} from '../../../app/ui/number-words.ts';

/** All hundredths up to ten, and others. */
const VALUES = [
  ...Array.from({ length: 1001 }, (_, index) => index / 100),
  ...[0.249, 99.94, 99.95, 100, 999.96, 1000, 1234.5, 20_003.95, 1_234_567.8, -2.25, -0.3],
];

afterEach(() => showLanguage('fr'));

describe.each(['fr', 'en'] as const)('numbers in the language %s', (language) => {
  it('are written like the browser’s own, with one decimal', async () => {
    await showLanguage(language);
    const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    expect(VALUES.map(formatTenths)).toEqual(VALUES.map((value) => value.toLocaleString(language, options)));
  });

  it('lose a decimal that is zero', async () => {
    await showLanguage(language);
    const options = { maximumFractionDigits: 1 };
    expect(VALUES.map(formatUpToTenths)).toEqual(VALUES.map((value) => value.toLocaleString(language, options)));
  });
});

describe('numbers', () => {
  it('give a distance in metres, from 1 km in tenths, from 100 km in whole kilometres', () => {
    const printed = [3.4, 999.4, 999.6, 1040, 12_340, 99_949, 99_951, 342_400, 1_234_567].map(formatDistance);
    const texts = ['3 m', '999 m', '1 km', '1 km', '12,3 km', '99,9 km', '100 km', '342 km', '1 235 km'];
    expect(printed.map((text) => text.replace(/\s/g, ' '))).toEqual(texts);
  });

  it('have the words of the language shown', async () => {
    const read = () => [
      formatSize(2_500_000),
      formatSize(1_200_000_000),
      formatPercent(0.256),
      formatHours(65),
      formatAway({ distanceM: 40, offM: 300 }),
      formatAway({ distanceM: 1400, offM: 300 }),
    ];
    const plain = () => read().map((text) => text.replace(/\s/g, ' '));
    expect(plain()).toEqual(['2,5 Mo', '1,2 Go', '26 %', '1 h 05', 'moins de 300 m', 'environ 1,4 km']);
    await showLanguage('en');
    expect(plain()).toEqual(['2.5 MB', '1.2 GB', '26%', '1 h 5 min', 'less than 300 m', 'about 1.4 km']);
  });
});

describe('dates', () => {
  const atMs = new Date(2026, 10, 21, 20, 17).getTime();
  const firstMs = new Date(2026, 4, 1).getTime();

  it('are in French, shorter in a list', () => {
    expect(formatMoment(atMs, 'medium')).toMatch(/^21 nov\. 2026\W+20:17$/);
    expect(formatMoment(atMs, 'long')).toMatch(/^21 novembre 2026 à 20:17$/);
    expect(formatDayOfYear(firstMs, atMs)).toBe('1er mai');
  });

  it('are in British English', async () => {
    await showLanguage('en');
    expect(formatMoment(atMs, 'medium')).toMatch(/^21 Nov 2026\W+20:17$/);
    expect(formatMoment(atMs, 'long')).toMatch(/^21 November 2026\D+20:17$/);
    expect(formatDayOfYear(firstMs, atMs)).toBe('1 May');
  });
});
