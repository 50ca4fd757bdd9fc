import { isOutOfMemory } from './out-of-memory.ts';
import {
  DamagedFileError,
  NoAudioTrackError,
  OutOfMemoryError,
  ProtectedFileError,
  TranscodeFailedError,
} from './transcode-errors.ts';

/** Last lines kept for an error message, which contain ffmpeg's reason. */
const LAST_LINES = 4;

/** Parses ffmpeg's log line by line. */
export interface FfmpegLog {
  take(line: string): void;
  /** Duration of the input in seconds by its header: null if the header has none, undefined while unread. */
  readonly durationS: number | null | undefined;
  /** Whether that duration is only estimated by the bitrate. */
  readonly isEstimated: boolean;
  /** Whether the file ends before what its index lists. */
  readonly isCut: boolean;
  /** Whether the audio track is declared encrypted. ffmpeg decodes it anyway, to noise. */
  readonly isProtected: boolean;
  /** The error for a run with this exit code that gave no usable audio. */
  failure(exitCode: number): Error;
}

/** The MP4 sample entries of FairPlay, Common Encryption and Audible, as the log shows them. */
const PROTECTED_TRACK = /Audio: .*\((?:drms|enca|aavd) \//;

/** Comes before the line of the duration. */
const ESTIMATED_DURATION = /^\[.*\] Estimating duration from bitrate/;
const CUT_FILE = /^\[.*\] (?:stream \d+, offset 0x[0-9a-f]+: partial file|File ended prematurely)/;

interface Symptom {
  readonly matches: (line: string) => boolean;
  readonly toError: (line: string) => Error;
}

/** In order of precedence: the first symptom that any line matches is the reason. */
const SYMPTOMS: readonly Symptom[] = [
  {
    matches: (line) => /matches no streams/.test(line),
    toError: () => new NoAudioTrackError('This file has no audio track; expected a recording with sound'),
  },
  {
    matches: (line) => /moov atom not found/.test(line),
    toError: () =>
      new DamagedFileError('This file is truncated: its index (moov) is missing; expected a complete recording'),
  },
  {
    matches: isOutOfMemory,
    toError: (line) => new OutOfMemoryError(`ffmpeg ran out of memory: ${line}`),
  },
  {
    // ffmpeg prefixes read errors with the file name.
    matches: (line) =>
      /^\/in\/input: |Invalid data found|could not find codec parameters|Output file is empty|header missing/i.test(
        line,
      ),
    toError: (line) => new DamagedFileError(`This file is damaged or incomplete; ffmpeg says: ${line}`),
  },
];

/** Creates a parser for one run's log. */
export function createFfmpegLog(): FfmpegLog {
  const lastLines: string[] = [];
  const firstMatches: (string | undefined)[] = SYMPTOMS.map(() => undefined);
  let durationS: number | null | undefined;
  let isProtected = false;
  let isEstimated = false;
  let isCut = false;

  return {
    get isProtected() {
      return isProtected;
    },

    get isEstimated() {
      return isEstimated;
    },

    get isCut() {
      return isCut;
    },

    get durationS() {
      return durationS;
    },

    take(line) {
      if (durationS === undefined) durationS = parseDuration(line);
      isProtected ||= PROTECTED_TRACK.test(line);
      isEstimated ||= ESTIMATED_DURATION.test(line);
      isCut ||= CUT_FILE.test(line);
      for (const [index, { matches }] of SYMPTOMS.entries()) {
        if (firstMatches[index] === undefined && matches(line)) firstMatches[index] = line.trim();
      }
      lastLines.push(line.trim());
      if (lastLines.length > LAST_LINES) lastLines.shift();
    },

    failure(exitCode) {
      if (isProtected) {
        return new ProtectedFileError('The audio of this file is encrypted; expected a file without copy protection');
      }
      for (const [index, { toError }] of SYMPTOMS.entries()) {
        const line = firstMatches[index];
        if (line !== undefined) return toError(line);
      }
      return new TranscodeFailedError(`ffmpeg ended with code ${exitCode}; its last lines: ${lastLines.join(' / ')}`);
    },
  };
}

/** Reads `Duration: 00:01:02.50, start: ...`; null for `Duration: N/A`, undefined for every other line. */
function parseDuration(line: string): number | null | undefined {
  const match = /^\s*Duration: (?:(\d+):(\d\d):(\d\d(?:\.\d+)?)|N\/A)/.exec(line);
  if (match === null) return undefined;
  const [, hours, minutes, seconds] = match;
  const durationS = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return durationS > 0 ? durationS : null;
}
