import { UNKNOWN_DURATION_S } from '../../contracts/limits.ts';

/** What ffmpeg's log shows of the length of a file's sound. */
export interface StatedLength {
  /** Duration of the input in seconds by its header: null if the header has none, undefined while unread. */
  readonly durationS: number | null | undefined;
  /** The first of ffmpeg's names of the input's format, such as `mov`; empty while unread. */
  readonly format: string;
  /** Whether there is a video track, whose duration may differ. */
  readonly hasPictures: boolean;
  /** Whether that duration is only estimated from the bitrate. */
  readonly isEstimated: boolean;
  /** Whether the file ends before the content that its index lists. */
  readonly isCut: boolean;
}

/** Smaller losses go unnoticed: encoders' padding, rounded headers. */
const SLACK_S = 0.5;
const SLACK_SHARE = 0.02;
/** ffmpeg's names of the formats whose header counts the samples of their only track. */
const COUNTED = ['wav', 'w64', 'aiff', 'au', 'caf', 'mp3', 'flac', 'ogg', 'ape', 'wv', 'tta', 'tak'];
/** Here the header's duration is that of the longest track; ffmpeg reports if the file ends before its index does. */
const INDEXED = ['mov', 'matroska'];
/** The size, or nearly, that writers leave if they can't go back to the header. */
const OPEN_SIZES_BYTES = [2 ** 31, 2 ** 32];
const OPEN_SHARE = 0.01;
/** Nobody records for longer than a day: a header that states more is wrong. */
const STATED_MAX_S = 86_400;

/** Whether the header of a file, or the place where it ends, shows that its track had sound. */
export function promisesSound({
  format,
  durationS,
  isCut,
}: Pick<StatedLength, 'format' | 'durationS' | 'isCut'>): boolean {
  return INDEXED.includes(format) ? isCut : durationS != null;
}

/** Returns the seconds that a file states, if clearly less of it, `readS`, could be read; null otherwise. */
export function statedBeyond(
  log: StatedLength,
  { readS, fileBytes }: { readonly readS: number; readonly fileBytes: number },
): number | null {
  const { format, durationS, isEstimated, isCut, hasPictures } = log;
  if (durationS == null || isEstimated || durationS > STATED_MAX_S) return null;
  const isTold = INDEXED.includes(format) ? isCut : COUNTED.includes(format) && !hasPictures;
  if (!isTold || durationS - readS <= Math.max(SLACK_S, SLACK_SHARE * durationS)) return null;
  const statedBytes = (fileBytes * durationS) / readS;
  const isOpen = OPEN_SIZES_BYTES.some((open) => Math.abs(statedBytes / open - 1) < OPEN_SHARE);
  return isOpen ? null : durationS;
}

/** Returns the duration to report for a recording with samples: UNKNOWN_DURATION_S unless finite and positive. */
export function reportedDurationS(decodedS: number): number {
  return Number.isFinite(decodedS) && decodedS > 0 ? decodedS : UNKNOWN_DURATION_S;
}
