import { AUDIO_BITS_PER_SAMPLE, AUDIO_SAMPLE_RATE_HZ, RECORDING_MAX_S } from '../../contracts/limits.ts';

/** Bytes of a WAV before its samples. */
const HEADER_BYTES = 44;
/** What is still on its way from the microphone when a recording is ended. */
const MARGIN_S = 10;

/**
 * How long a recording may be, in seconds, so that the server takes what becomes of it: a WAV as all kept audio is, of at
 * most `uploadMaxBytes`.
 */
export function longestRecordingS(uploadMaxBytes: number, channels: number): number {
  const bytesPerS = AUDIO_SAMPLE_RATE_HZ * channels * (AUDIO_BITS_PER_SAMPLE / 8);
  const takenS = (uploadMaxBytes - HEADER_BYTES) / bytesPerS - MARGIN_S;
  return Math.min(RECORDING_MAX_S, Math.max(0, takenS));
}
