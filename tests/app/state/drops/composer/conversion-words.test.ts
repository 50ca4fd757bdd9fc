import { expect, test } from 'vitest';
import { detailOf } from '../../../../../app/state/drops/composer/conversion-words.ts';

test.each([
  ['the time left', { remainingS: 12, download: null }, 'environ 12 s'],
  ['nothing before that is known', { remainingS: null, download: null }, null],
  [
    'how much of the converter has arrived, which comes first',
    { remainingS: 12, download: { loadedBytes: 2_600_000, totalBytes: 8_500_000 } },
    '2,6\u00a0Mo sur 8,5\u00a0Mo',
  ],
  [
    'nothing of the converter before its size is known',
    { remainingS: null, download: { loadedBytes: 0, totalBytes: null } },
    null,
  ],
])('beside a conversion stands %s', (_, conversion, words) => {
  expect(detailOf(conversion)).toBe(words);
});
