import type { FfmpegLog } from './ffmpeg-log.ts';
import { NoAudioTrackError, UnsupportedFormatError } from './transcode-errors.ts';

/** How to read a file in one attempt. */
export interface Attempt {
  /** The audio track to read, counted from 0. */
  readonly track: number;
  /**
   * How to mix its channels: by their `places` (positions such as left and right); `evenly` to one channel if no
   * positions are known; or `as-they-are`, one or two, if ffmpeg has no mixing rule for their positions, or the decoder
   * reports other positions with each frame.
   */
  readonly channels: 'places' | 'evenly' | 'as-they-are';
}

/** The attempt that succeeds for nearly every file. */
export const FIRST_ATTEMPT: Attempt = { track: 0, channels: 'places' };

const CHANNELS_MAX = 64;

const FORMAT = 'aformat=sample_fmts=s16:sample_rates=44100';
const MIX = `${FORMAT}:channel_layouts=stereo|mono`;
/** The sum of all channels divided by their number; channels that the file lacks don't count. */
const EVEN_MIX = `pan=mono|c0<${Array.from({ length: CHANNELS_MAX }, (_, channel) => `c${channel}`).join('+')}`;

const FILTERS: Readonly<Record<Attempt['channels'], string>> = {
  places: MIX,
  evenly: `${EVEN_MIX},${FORMAT}`,
  'as-they-are': FORMAT,
};

/**
 * Builds ffmpeg's arguments: one audio track, no metadata. Channels with known positions are mixed down to two by them.
 * A field recorder's channels have none, and positions are never guessed: of six, the fourth would be taken for the
 * low-frequency channel and left out.
 */
export function commandOf({ track, channels }: Attempt, inputPath: string, outputPath: string): string[] {
  return [
    ...['-hide_banner', '-stats_period', '0.1'],
    // Some formats refer to other files; none may be requested.
    ...['-protocol_whitelist', 'file', '-guess_layout_max', '2', '-i', inputPath],
    ...['-map', `0:a:${track}`, '-vn', '-sn', '-dn', '-map_metadata', '-1', '-bitexact'],
    ...['-af', FILTERS[channels]],
    ...['-c:a', 'pcm_s16le', '-f', 'wav', outputPath],
  ];
}

/** Returns the next attempt after a failure; null if none would help. */
export function nextAttempt(
  { track, channels }: Attempt,
  failure: Error,
  { audioTracks, lacksLayout, refusesLayout }: Pick<FfmpegLog, 'audioTracks' | 'lacksLayout' | 'refusesLayout'>,
): Attempt | null {
  if (channels === 'places' && lacksLayout) return { track, channels: 'evenly' };
  if (channels === 'places' && refusesLayout) return { track, channels: 'as-they-are' };
  const isNextThere = track + 1 < audioTracks;
  const isOnlyThis = failure instanceof UnsupportedFormatError || failure instanceof NoAudioTrackError;
  if (isOnlyThis && isNextThere) return { track: track + 1, channels: 'places' };
  return null;
}
