import { describe, expect, it, test } from 'vitest';
import { wordsForAudio } from '../../../../../app/state/drops/composer/audio-words.ts';
import { dropStrings } from '../../../../../app/words/drops/drop.ts';
import { fileFaults } from '../../../../../app/words/drops/file-faults.ts';
import { TRANSCODE_ERRORS } from '../../../../../workers/transcode/transcode-errors.ts';

describe('a file that could not be made ready', () => {
  it.each([
    ['NotAudioError', fileFaults.notAudio],
    ['NoAudioTrackError', fileFaults.noTrack],
    ['ProtectedFileError', fileFaults.protected],
    ['DamagedFileError', fileFaults.damaged],
    ['EngineUnavailableError', fileFaults.engine],
    ['OutOfMemoryError', fileFaults.outOfMemory],
    ['DeviceFullError', fileFaults.deviceFull],
    ['TranscodeFailedError', fileFaults.transcodeFailed],
  ] as const)('because of %s says so', (name, words) => {
    expect(wordsForAudio(new TRANSCODE_ERRORS[name]('for developers'))).toBe(words);
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
