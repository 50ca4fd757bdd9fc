import type { FfmpegLog } from './ffmpeg-log.ts';
import type { AudioContainer } from './sniff.ts';

/** Less is lost than anybody would miss: encoders' padding, rounded headers. */
const SLACK_S = 0.5;
const SLACK_SHARE = 0.02;
/** In these the header's duration is that of the longest track, which may be pictures or chapters. */
const MANY_TRACKS: readonly AudioContainer[] = ['mp4', 'webm'];

/**
 * The duration in seconds that a file states, where clearly less of it could be read; null for a whole file, and where
 * nothing tells.
 *
 * @param readS seconds that were read
 */
export function statedBeyond(
  { durationS, isEstimated, isCut }: Pick<FfmpegLog, 'durationS' | 'isEstimated' | 'isCut'>,
  container: AudioContainer,
  readS: number,
): number | null {
  if (durationS == null || isEstimated) return null;
  if (MANY_TRACKS.includes(container) && !isCut) return null;
  return durationS - readS > Math.max(SLACK_S, SLACK_SHARE * durationS) ? durationS : null;
}
