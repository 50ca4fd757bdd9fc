import { promisesSound, type StatedLength } from './duration.ts';
import {
  DamagedFileError,
  isOutOfMemory,
  NoAudioTrackError,
  OutOfMemoryError,
  ProtectedFileError,
  TooManyChannelsError,
  TranscodeFailedError,
  UnsupportedFormatError,
} from './transcode-errors.ts';

/** Number of last lines retained for an error message, which contain ffmpeg's reason. */
const LAST_LINES = 4;

/** Context for reading a run's log. */
export interface LogSubject {
  /** The audio track to read, counted from 0. */
  readonly track: number;
  /** Whether the first bytes identified the container: if so, unreadable content is damaged, otherwise unsupported. */
  readonly isKnown: boolean;
  /** Whether the first bytes were a tag, which precedes many kinds of files: ffmpeg must identify the container, too. */
  readonly isTagged: boolean;
  /** Whether it is so short that there is room for a header alone. */
  readonly isShort: boolean;
}

const INPUT = /^Input #0, (\w+)/;
const OUTPUT = /^Output #0/;
/** A track of the input; tags that claim to be one are indented. */
const TRACK = /^ {2}Stream #0:(\d+)\S*: (Audio|Video): (.*)$/;
const COVER = /\(attached pic\)/;
/** Channels that are only counted, without a layout name such as `5.1`. */
const COUNTED_CHANNELS = /, (\d+) channels(?:,|$| \()/;
/** ffmpeg mixes two channels behind or beside the listener with other channels, but not alone. */
const REFUSED_LAYOUT = /Channel layout change is not supported|Input channel layout '.*' is not supported/;
/** Positions are known, but ffmpeg has no rule for mixing them. */
const UNMIXED = /Rematrix is needed between /;

/** The MP4 sample entries of FairPlay, Common Encryption and Audible, as the log shows them. */
const PROTECTED_TRACK = /\((?:drms|enca|aavd) \//;

/** Precedes the line of the duration. */
const ESTIMATED_DURATION = /^\[.*\] Estimating duration from bitrate/;
const CUT_TRACK = /^\[.*\] stream (\d+), offset 0x[0-9a-f]+: partial file/;
const CUT_FILE = /^\[.*\] File ended prematurely/;

/** There is no decoder, or it doesn't support this kind of track. */
const NO_DECODER =
  /^Decoder \(.*\) not found|is not implemented|not supported|not yet implemented|experimental codecs are not enabled|Unsupported |Codec not found|Could not find codec parameters for stream \d+ \(Audio|Error while decoding stream #[\d:]+ Invalid argument/i;

interface Case extends Pick<LogSubject, 'isKnown' | 'isShort'> {
  /** Whether its container declares audio. */
  readonly isPromised: boolean;
}

interface Symptom {
  readonly matches: (line: string) => boolean;
  readonly toError: (line: string, about: Case) => Error;
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
    matches: (line) => /supports a maximum of \d+ channels/.test(line),
    toError: (line) => new TooManyChannelsError(`This track has too many channels; ffmpeg says: ${line}`),
  },
  {
    matches: (line) => NO_DECODER.test(line),
    toError: (line) => new UnsupportedFormatError(`There is no decoder for this track; ffmpeg says: ${line}`),
  },
  {
    matches: (line) => /^\/in\/input: End of file/.test(line),
    toError: (line, about) => (about.isShort ? silent(line) : unreadable(line, about)),
  },
  {
    // ffmpeg prefixes read errors with the file name.
    matches: (line) => /^\/in\/input: |Invalid data found|could not find codec parameters|header missing/i.test(line),
    toError: unreadable,
  },
  {
    // A recording that was stopped at once is whole.
    matches: (line) => /Output file is empty/.test(line),
    toError: (line, { isPromised }) => (isPromised ? damaged(line) : silent(line)),
  },
];

function unreadable(line: string, { isKnown }: Case): Error {
  if (isKnown) return damaged(line);
  return new UnsupportedFormatError(`This file is of no format that ffmpeg reads; it says: ${line}`);
}

function damaged(line: string): Error {
  return new DamagedFileError(`This file is damaged or incomplete; ffmpeg says: ${line}`);
}

function silent(line: string): Error {
  return new NoAudioTrackError(`There is no sound in this track; ffmpeg says: ${line}`);
}

interface AudioTrack {
  /** Its number among all tracks. */
  readonly stream: string;
  readonly isProtected: boolean;
  readonly hasLayout: boolean;
}

const WHOLE_FILE: LogSubject = { track: 0, isKnown: true, isTagged: false, isShort: false };

/** Parses the log of one run of ffmpeg line by line. */
export class FfmpegLog implements StatedLength {
  durationS: number | null | undefined;
  format = '';
  hasPictures = false;
  isEstimated = false;
  /** Whether ffmpeg can't mix one or two channels: no rule for their positions, or positions that change with each frame. */
  refusesLayout = false;
  readonly #subject: LogSubject;
  readonly #lastLines: string[] = [];
  readonly #firstMatches: (string | undefined)[] = SYMPTOMS.map(() => undefined);
  readonly #audio: AudioTrack[] = [];
  readonly #cutStreams = new Set<string>();
  #isOpened = false;
  #isCutShort = false;
  #isUnmixed = false;

  constructor(subject: LogSubject = WHOLE_FILE) {
    this.#subject = subject;
  }

  get audioTracks(): number {
    return this.#audio.length;
  }

  /** Whether the audio track is declared encrypted. ffmpeg decodes it anyway, to noise. */
  get isProtected(): boolean {
    return this.#track?.isProtected === true;
  }

  get isCut(): boolean {
    return this.#isCutShort || this.#cutStreams.has(this.#track?.stream ?? '');
  }

  /** Whether the positions (left, right) of the track's channels are unknown. */
  get lacksLayout(): boolean {
    return this.#isUnmixed || this.#track?.hasLayout === false;
  }

  get #track(): AudioTrack | undefined {
    return this.#audio[this.#subject.track];
  }

  take(line: string): void {
    this.format ||= INPUT.exec(line)?.[1] ?? '';
    if (this.durationS === undefined) this.durationS = parseDuration(line);
    this.#isOpened ||= OUTPUT.test(line) || line.startsWith('Stream mapping');
    const track = this.#isOpened ? null : TRACK.exec(line);
    if (track !== null) this.#takeTrack(track);
    const cut = CUT_TRACK.exec(line)?.[1];
    if (cut !== undefined) this.#cutStreams.add(cut);
    this.#isCutShort ||= CUT_FILE.test(line);
    this.isEstimated ||= ESTIMATED_DURATION.test(line);
    this.refusesLayout ||= REFUSED_LAYOUT.test(line);
    this.#isUnmixed ||= UNMIXED.test(line);
    for (const [index, { matches }] of SYMPTOMS.entries()) {
      if (this.#firstMatches[index] === undefined && matches(line)) this.#firstMatches[index] = line.trim();
    }
    this.#lastLines.push(line.trim());
    if (this.#lastLines.length > LAST_LINES) this.#lastLines.shift();
  }

  #takeTrack([, stream = '', kind, description = '']: readonly string[]): void {
    if (kind === 'Audio') {
      const hasLayout = Number(COUNTED_CHANNELS.exec(description)?.[1] ?? 0) <= 2;
      this.#audio.push({ stream, isProtected: PROTECTED_TRACK.test(description), hasLayout });
    } else this.hasPictures ||= !COVER.test(description);
  }

  /** Returns the error for a run with this exit code that gave no usable audio. */
  failure(exitCode: number): Error {
    if (this.isProtected) {
      return new ProtectedFileError('The audio of this file is encrypted; expected a file without copy protection');
    }
    const { isKnown, isTagged, isShort } = this.#subject;
    const about = { isShort, isKnown: isKnown && !(isTagged && this.format === ''), isPromised: promisesSound(this) };
    for (const [index, { toError }] of SYMPTOMS.entries()) {
      const line = this.#firstMatches[index];
      if (line !== undefined) return toError(line, about);
    }
    const lines = this.#lastLines.join(' / ');
    return new TranscodeFailedError(`ffmpeg ended with code ${exitCode}; its last lines: ${lines}`);
  }
}

/** Reads `Duration: 00:01:02.50, start: ...`; null for `Duration: N/A`, undefined for every other line. */
function parseDuration(line: string): number | null | undefined {
  const match = /^\s*Duration: (?:(\d+):(\d\d):(\d\d(?:\.\d+)?)|N\/A)/.exec(line);
  if (match === null) return undefined;
  const [, hours, minutes, seconds] = match;
  const durationS = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return durationS > 0 ? durationS : null;
}
