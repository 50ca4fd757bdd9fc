import type { FfmpegLog } from './ffmpeg-log.ts';
import { UnsupportedFormatError } from './transcode-errors.ts';

/** How a file is read this time. */
export interface Attempt {
  /** The audio track that is taken, counted from 0. */
  readonly track: number;
  /**
   * What becomes of its channels: mixed by their `places`; `evenly` to one, where nothing tells which is left and which is
   * right; or taken `as-they-are`, one or two, from decoders that tell another place with each frame.
   */
  readonly channels: 'places' | 'evenly' | 'as-they-are';
}

/** What nearly every file is read with. */
export const FIRST_ATTEMPT: Attempt = { track: 0, channels: 'places' };

/** Most channels that ffmpeg mixes. */
const CHANNELS_MAX = 64;

const FORMAT = 'aformat=sample_fmts=s16:sample_rates=44100';
const MIX = `${FORMAT}:channel_layouts=stereo|mono`;
/** The sum of all channels divided by their number; those that the file doesn't have count nothing. */
const EVEN_MIX = `pan=mono|c0<${Array.from({ length: CHANNELS_MAX }, (_, channel) => `c${channel}`).join('+')}`;

const FILTERS: Readonly<Record<Attempt['channels'], string>> = {
  places: MIX,
  evenly: `${EVEN_MIX},${FORMAT}`,
  'as-they-are': FORMAT,
};

/**
 * ffmpeg's arguments: one audio track, no metadata. Channels whose places are known are mixed down to two by them. Those of a
 * field recorder have none, and are never guessed: of six, the fourth would be taken for the one of deep sounds and left out.
 */
export function commandOf({ track, channels }: Attempt, inputPath: string, outputPath: string): string[] {
  return [
    ...['-hide_banner', '-stats_period', '0.1'],
    // Some formats name other files; none is to be asked for.
    ...['-protocol_whitelist', 'file', '-guess_layout_max', '2', '-i', inputPath],
    ...['-map', `0:a:${track}`, '-vn', '-sn', '-dn', '-map_metadata', '-1', '-bitexact'],
    ...['-af', FILTERS[channels]],
    ...['-c:a', 'pcm_s16le', '-f', 'wav', outputPath],
  ];
}

/** How to try again after a failure; null if that would not help. */
export function nextAttempt(
  { track, channels }: Attempt,
  failure: Error,
  { audioTracks, lacksLayout, changesLayout }: Pick<FfmpegLog, 'audioTracks' | 'lacksLayout' | 'changesLayout'>,
): Attempt | null {
  if (channels === 'places' && lacksLayout) return { track, channels: 'evenly' };
  if (channels === 'places' && changesLayout) return { track, channels: 'as-they-are' };
  const isNextThere = track + 1 < audioTracks;
  if (failure instanceof UnsupportedFormatError && isNextThere) return { track: track + 1, channels: 'places' };
  return null;
}
