import { describe, expect, it, test } from 'vitest';
import { audioFaultOf } from '../../../app/drops/composer/composer.ts';
import { detailOf, fileFaults } from '../../../app/drops/composer/converter-words.ts';
import { wordsForDropFault } from '../../../app/drops/drop-fault-words.ts';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { TRANSCODE_ERRORS } from '../../../workers/transcode/transcode-errors.ts';

describe('a file that could not be prepared', () => {
  it.each([
    ['NotAudioError', fileFaults.NotAudioError],
    ['NoAudioTrackError', fileFaults.NoAudioTrackError],
    ['ProtectedFileError', fileFaults.ProtectedFileError],
    ['UnsupportedFormatError', fileFaults.UnsupportedFormatError],
    ['TooManyChannelsError', fileFaults.TooManyChannelsError],
    ['DamagedFileError', fileFaults.DamagedFileError],
    ['EngineUnavailableError', fileFaults.EngineUnavailableError],
    ['OutOfMemoryError', fileFaults.OutOfMemoryError],
    ['DeviceFullError', fileFaults.DeviceFullError],
    ['TranscodeFailedError', fileFaults.TranscodeFailedError],
  ] as const)('because of %s says so', (name, words) => {
    expect(wordsForDropFault(audioFaultOf(new TRANSCODE_ERRORS[name]('for developers')))).toBe(words);
  });
});

test.each([
  [0.2, 'environ 1 s'],
  [12, 'environ 12 s'],
  [59.2, 'environ 60 s'],
  [61, 'environ 2 min'],
])('%d seconds left read "%s"', (seconds, words) => {
  expect(dropStrings.remaining(seconds)).toBe(words);
});

test.each([
  ['the time left', { remainingS: 12, download: null }, 'environ 12 s'],
  ['nothing while it is unknown', { remainingS: null, download: null }, null],
  [
    'the received part of the converter, which comes first',
    { remainingS: 12, download: { loadedBytes: 2_600_000, totalBytes: 8_500_000 } },
    '2,6\u00a0Mo sur 8,5\u00a0Mo',
  ],
  [
    'nothing of the converter before its size is known',
    { remainingS: null, download: { loadedBytes: 0, totalBytes: null } },
    null,
  ],
])('next to a conversion is %s', (_, conversion, words) => {
  expect(detailOf(conversion)).toBe(words);
});
