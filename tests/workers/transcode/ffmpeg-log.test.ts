import { describe, expect, test } from 'vitest';
import { type Attempt, FIRST_ATTEMPT, nextAttempt } from '../../../workers/transcode/attempts.ts';
import { FfmpegLog } from '../../../workers/transcode/ffmpeg-log.ts';
import {
  DamagedFileError,
  NoAudioTrackError,
  UnsupportedFormatError,
} from '../../../workers/transcode/transcode-errors.ts';

function logOf(...lines: string[]): FfmpegLog {
  const log = new FfmpegLog();
  for (const line of lines) log.take(line);
  return log;
}

const STREAM = '  Stream #0:0[0x1](und): Audio: aac (LC) (mp4a / 0x6134706D), 48000 Hz, mono, fltp, 79 kb/s (default)';

describe('the duration in the log', () => {
  test('is undefined before its line', () => {
    expect(logOf("Input #0, mov,mp4,m4a, from '/in/input':").durationS).toBe(undefined);
  });

  test('is read to a hundredth of a second', () => {
    expect(logOf('  Duration: 01:02:03.45, start: 0.000000, bitrate: 129 kb/s').durationS).toBeCloseTo(3723.45, 6);
  });

  test('is null if the file has none, or has 0', () => {
    expect(logOf('  Duration: N/A, start: 0.000000, bitrate: N/A').durationS).toBe(null);
    expect(logOf('  Duration: 00:00:00.00, start: 0.000000').durationS).toBe(null);
  });

  test('is the first one, not one from a later tag', () => {
    const log = logOf('  Duration: 00:00:02.00, start: 0', '  Duration: 09:00:00.00');
    expect(log.durationS).toBe(2);
  });
});

describe('an incomplete file', () => {
  test.each([
    '[mov,mp4,m4a,3gp,3g2,mj2 @ 0x56357769b900] stream 0, offset 0xfe0d: partial file',
    '[matroska,webm @ 0x56493261d900] File ended prematurely',
  ])('is recognized by the line "%s"', (line) => {
    expect(logOf(STREAM, line).isCut).toBe(true);
    expect(logOf('  title : partial file', '  comment : [x] File ended prematurely').isCut).toBe(false);
  });

  test('has all its sound if only its pictures are truncated', () => {
    const film = ['  Stream #0:0[0x1](und): Video: h264, yuv420p, 64x64', STREAM.replace('#0:0', '#0:1')];
    expect(logOf(...film, '[mov @ 0x1] stream 0, offset 0xfe0d: partial file').isCut).toBe(false);
    expect(logOf(...film, '[mov @ 0x1] stream 1, offset 0xfe0d: partial file').isCut).toBe(true);
  });

  test('may have an estimated duration', () => {
    const line = '[mp3 @ 0x55aa322fb900] Estimating duration from bitrate, this may be inaccurate';
    expect(logOf(line, '  Duration: 00:00:02.07, start: 0').isEstimated).toBe(true);
    expect(logOf('  Duration: 00:00:02.07, start: 0').isEstimated).toBe(false);
  });
});

describe('the tracks in the log', () => {
  const apac = '  Stream #0:1[0x2]: Audio: none (apac / 0x63617061), 48000 Hz, stereo, 127 kb/s';
  const output = ["Output #0, wav, to '/out.wav':", '  Stream #0:0: Audio: pcm_s16le, 44100 Hz, 6 channels, s16'];

  test('are counted for the input alone, whatever a tag claims', () => {
    const log = logOf(
      "Input #0, mov,mp4,m4a, from '/in/input':",
      STREAM,
      apac,
      '      title : Stream #0:9: Audio: x',
      ...output,
    );
    expect([log.format, log.audioTracks, log.hasPictures, log.lacksLayout]).toEqual(['mov', 2, false, false]);
  });

  test('include pictures, but a cover does not count as one', () => {
    expect(logOf('  Stream #0:1: Video: png, rgb24(pc), 96x96, 90k tbr (attached pic)').hasPictures).toBe(false);
    expect(logOf('  Stream #0:1(und): Video: h264 (High), yuv420p, 64x64, 5 fps').hasPictures).toBe(true);
  });

  test.each([
    ['48000 Hz, 6 channels, s32 (24 bit), 6912 kb/s', true],
    ['48000 Hz, 10 channels', true],
    ['48000 Hz, 5.1(side), fltp, 448 kb/s', false],
    ['48000 Hz, 2 channels, s16', false],
    ['48000 Hz, mono, s16', false],
  ])('of "%s" have channels without speaker positions: %s', (description, lacks) => {
    expect(logOf(`  Stream #0:0: Audio: pcm_s24le ([1][0][0][0] / 0x0001), ${description}`).lacksLayout).toBe(lacks);
  });

  test('have speaker positions without a mixing rule', () => {
    expect(logOf(STREAM, '[SWR @ 0x1] Rematrix is needed between hexadecagonal and stereo but there').lacksLayout).toBe(
      true,
    );
  });
});

test.each([
  "[auto_aresample_0 @ 0x1] [SWR @ 0x2] Input channel layout '2 channels (BL+BR)' is not supported",
  '[Parsed_aformat_0 @ 0x1] Channel layout change is not supported',
])('channels cannot be mixed after "%s"', (line) => {
  expect([logOf(line).refusesLayout, logOf(STREAM).refusesLayout]).toEqual([true, false]);
});

describe('the next attempt', () => {
  const log = { audioTracks: 2, lacksLayout: false, refusesLayout: false };
  const unsupported = new UnsupportedFormatError('apac');

  test('takes the next track, if any, if this one has no decoder', () => {
    const second: Attempt = { track: 1, channels: 'places' };
    expect(nextAttempt(FIRST_ATTEMPT, unsupported, log)).toEqual(second);
    expect(nextAttempt(second, unsupported, log)).toBe(null);
    expect(nextAttempt(FIRST_ATTEMPT, new DamagedFileError('cut'), log)).toBe(null);
  });

  test('takes the next track if this one is empty', () => {
    expect(nextAttempt(FIRST_ATTEMPT, new NoAudioTrackError('empty'), log)).toEqual({ track: 1, channels: 'places' });
  });

  test('mixes evenly, once, if channels have no speaker position', () => {
    const even: Attempt = { track: 0, channels: 'evenly' };
    expect(nextAttempt(FIRST_ATTEMPT, unsupported, { ...log, lacksLayout: true })).toEqual(even);
    expect(nextAttempt(even, new DamagedFileError('cut'), { ...log, lacksLayout: true })).toBe(null);
  });

  test('mixes nothing if ffmpeg rejects the speaker positions of two channels', () => {
    const asTheyAre: Attempt = { track: 0, channels: 'as-they-are' };
    expect(nextAttempt(FIRST_ATTEMPT, unsupported, { ...log, audioTracks: 1, refusesLayout: true })).toEqual(asTheyAre);
    expect(nextAttempt(asTheyAre, unsupported, { ...log, audioTracks: 1, refusesLayout: true })).toBe(null);
  });
});

describe('the reason for a failure', () => {
  test.each([
    ['[mov,mp4 @ 0x1] moov atom not found', 'DamagedFileError', /index \(moov\) is missing/],
    ["Stream map '0:a:0' matches no streams.", 'NoAudioTrackError', /no audio track/],
    ['/in/input: Invalid data found when processing input', 'DamagedFileError', /Invalid data found/],
    ['/in/input: I/O error', 'DamagedFileError', /I\/O error/],
    ['/in/input: Invalid argument', 'DamagedFileError', /Invalid argument/],
    ['Decoder (codec none) not found for input stream #0:0', 'UnsupportedFormatError', /no decoder/],
    ['[aac @ 0x1] Audio object type 42 is not implemented. Update your FFmpeg', 'UnsupportedFormatError', /42/],
    [
      '[mov @ 0x1] Could not find codec parameters for stream 0 (Audio: wmav2 (ms[1]a)',
      'UnsupportedFormatError',
      /wmav2/,
    ],
    ['Error while decoding stream #0:0: Invalid argument', 'UnsupportedFormatError', /argument/],
    ['[ogg @ 0x1] Codec not found', 'UnsupportedFormatError', /Codec/],
    ['Output file is empty, nothing was encoded', 'NoAudioTrackError', /no sound/],
    ['[Parsed_pan_0 @ 0x1] af_pan supports a maximum of 64 channels.', 'TooManyChannelsError', /64 channels/],
    ['Error: Cannot allocate memory', 'OutOfMemoryError', /out of memory/],
    ['Aborted(OOM)', 'OutOfMemoryError', /out of memory/],
    [STREAM.replace('mp4a', 'drms'), 'ProtectedFileError', /encrypted/],
    [STREAM.replace('mp4a', 'enca'), 'ProtectedFileError', /encrypted/],
  ])('for the line "%s" is %s', (line, name, words) => {
    const error = logOf('Input #0', line, 'Conversion failed!').failure(1);
    expect(error.name).toBe(name);
    expect(error.message).toMatch(words);
  });

  test('is the format, never damage, if the first bytes were not recognized', () => {
    const log = new FfmpegLog({ track: 0, isKnown: false, isTagged: false, isShort: false });
    log.take('/in/input: Invalid data found when processing input');
    expect(log.failure(1).name).toBe('UnsupportedFormatError');
  });

  test('is the format if they showed only a tag, unless ffmpeg knows the data after it', () => {
    const nameOf = (...lines: string[]): string => {
      const log = new FfmpegLog({ track: 0, isKnown: true, isTagged: true, isShort: false });
      for (const line of lines) log.take(line);
      return log.failure(1).name;
    };
    const fault = '/in/input: Invalid data found when processing input';
    expect(nameOf(fault)).toBe('UnsupportedFormatError');
    expect(nameOf("Input #0, mp3, from '/in/input':", fault)).toBe('DamagedFileError');
  });

  test('is a lack of sound if a file ends with its header, and damage if more of it is unreadable', () => {
    const nameOf = (isShort: boolean): string => {
      const log = new FfmpegLog({ track: 0, isKnown: true, isTagged: false, isShort });
      log.take('/in/input: End of file');
      return log.failure(1).name;
    };
    expect([nameOf(true), nameOf(false)]).toEqual(['NoAudioTrackError', 'DamagedFileError']);
  });

  test('is damage if a file without sound had promised some', () => {
    const empty = 'Output file is empty, nothing was encoded';
    const nameOf = (...lines: string[]): string => logOf(...lines, empty).failure(0).name;
    const [wav, film] = ["Input #0, wav, from '/in/input':", "Input #0, mov,mp4, from '/in/input':"];
    const threeS = '  Duration: 00:00:03.00, start: 0';
    expect(nameOf(wav, threeS)).toBe('DamagedFileError');
    expect(nameOf(film, threeS, STREAM, '[mov @ 0x1] stream 0, offset 0x2c: partial file')).toBe('DamagedFileError');
    // Another track of a film may have that duration.
    expect([nameOf(wav), nameOf(film, threeS, STREAM)]).toEqual(['NoAudioTrackError', 'NoAudioTrackError']);
  });

  test('is the missing index rather than the general error after it', () => {
    const error = logOf('/in/input: Invalid data found when processing input', 'moov atom not found').failure(1);
    expect(error.message).toMatch(/moov/);
  });

  test('is unknown otherwise, with the last lines and the code', () => {
    const error = logOf('one', 'two', 'three', 'four', ' Something new went wrong ').failure(69);
    expect(error.name).toBe('TranscodeFailedError');
    expect(error.message).toBe(
      'ffmpeg ended with code 69; its last lines: two / three / four / Something new went wrong',
    );
  });

  test('an ordinary track is not protected', () => {
    expect(logOf(STREAM).isProtected).toBe(false);
    expect(logOf(STREAM, STREAM.replace('mp4a', 'drms')).isProtected).toBe(false);
    expect(logOf('  title : Audio: the drms story').isProtected).toBe(false);
  });
});
