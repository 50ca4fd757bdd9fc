import { describe, expect, test } from 'vitest';
import { createFfmpegLog, type FfmpegLog } from '../../../workers/transcode/ffmpeg-log.ts';

function logOf(...lines: string[]): FfmpegLog {
  const log = createFfmpegLog();
  for (const line of lines) log.take(line);
  return log;
}

const STREAM = '  Stream #0:0[0x1](und): Audio: aac (LC) (mp4a / 0x6134706D), 48000 Hz, mono, fltp, 79 kb/s (default)';

describe('the duration in the log', () => {
  test('is undefined before its line', () => {
    expect(logOf("Input #0, mov,mp4,m4a, from '/in/input':").durationS).toBe(undefined);
  });

  test('is read to the hundredth', () => {
    expect(logOf('  Duration: 01:02:03.45, start: 0.000000, bitrate: 129 kb/s').durationS).toBeCloseTo(3723.45, 6);
  });

  test('is null if the file has none, or has 0', () => {
    expect(logOf('  Duration: N/A, start: 0.000000, bitrate: N/A').durationS).toBe(null);
    expect(logOf('  Duration: 00:00:00.00, start: 0.000000').durationS).toBe(null);
  });

  test('is the first one, not what a tag in the file says later', () => {
    const log = logOf('  Duration: 00:00:02.00, start: 0', '  Duration: 09:00:00.00');
    expect(log.durationS).toBe(2);
  });
});

describe('a file that is not whole', () => {
  test.each([
    '[mov,mp4,m4a,3gp,3g2,mj2 @ 0x56357769b900] stream 0, offset 0xfe0d: partial file',
    '[matroska,webm @ 0x56493261d900] File ended prematurely',
  ])('is known by the line "%s"', (line) => {
    expect(logOf(line).isCut).toBe(true);
    expect(logOf('  title : partial file', '  comment : [x] File ended prematurely').isCut).toBe(false);
  });

  test('may have a duration that is but estimated', () => {
    const line = '[mp3 @ 0x55aa322fb900] Estimating duration from bitrate, this may be inaccurate';
    expect(logOf(line, '  Duration: 00:00:02.07, start: 0').isEstimated).toBe(true);
    expect(logOf('  Duration: 00:00:02.07, start: 0').isEstimated).toBe(false);
  });
});

describe('the reason for a failure', () => {
  test.each([
    ['[mov,mp4 @ 0x1] moov atom not found', 'DamagedFileError', /index \(moov\) is missing/],
    ["Stream map '0:a:0' matches no streams.", 'NoAudioTrackError', /no audio track/],
    ['/in/input: Invalid data found when processing input', 'DamagedFileError', /Invalid data found/],
    ['/in/input: I/O error', 'DamagedFileError', /I\/O error/],
    ['/in/input: Invalid argument', 'DamagedFileError', /Invalid argument/],
    ['Error: Cannot allocate memory', 'OutOfMemoryError', /out of memory/],
    ['Aborted(OOM)', 'OutOfMemoryError', /out of memory/],
    [STREAM.replace('mp4a', 'drms'), 'ProtectedFileError', /encrypted/],
    [STREAM.replace('mp4a', 'enca'), 'ProtectedFileError', /encrypted/],
  ])('for the line "%s" is %s', (line, name, words) => {
    const error = logOf('Input #0', line, 'Conversion failed!').failure(1);
    expect(error.name).toBe(name);
    expect(error.message).toMatch(words);
  });

  test('prefers the missing index to the general complaint that comes with it', () => {
    const error = logOf('/in/input: Invalid data found when processing input', 'moov atom not found').failure(1);
    expect(error.message).toMatch(/moov/);
  });

  test('is unknown otherwise, and quotes the last lines and the code', () => {
    const error = logOf('one', 'two', 'three', 'four', ' Something new went wrong ').failure(69);
    expect(error.name).toBe('TranscodeFailedError');
    expect(error.message).toBe(
      'ffmpeg ended with code 69; its last lines: two / three / four / Something new went wrong',
    );
  });

  test('an ordinary track is not protected', () => {
    expect(logOf(STREAM).isProtected).toBe(false);
    expect(logOf('  title : Audio: the drms story').isProtected).toBe(false);
  });
});
