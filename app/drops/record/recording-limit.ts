import { AUDIO_BITS_PER_SAMPLE, AUDIO_SAMPLE_RATE_HZ, UPLOAD_DEFAULT_MAX_BYTES } from '../../../contracts/limits.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { maxAudioBytes } from '../device-storage.ts';

/**
 * A recording ends by itself after six hours, or before it exceeds the server's limit: a WAV of 44.1 kHz stereo holds 6
 * h 45 min in its 4 GiB.
 */
export const RECORDING_MAX_S = 6 * 3600;

/** Bytes of a WAV before its samples. */
const HEADER_BYTES = 44;
/** Margin for samples that are still in transit when a recording is stopped. */
const MARGIN_S = 10;

/** The default until the server's configuration is loaded. */
let uploadMaxBytes = UPLOAD_DEFAULT_MAX_BYTES;

/** Loads the server's limit for uploads. */
export async function learnUploadLimit(): Promise<void> {
  const config = await loadConfig().catch(() => null);
  if (config !== null) uploadMaxBytes = config.uploadMaxBytes;
}

/** Returns the longest recording, in seconds, whose WAV has at most `maxBytes`. */
export function longestRecordingS(channels: number, maxBytes = Math.min(uploadMaxBytes, maxAudioBytes())): number {
  const bytesPerS = AUDIO_SAMPLE_RATE_HZ * channels * (AUDIO_BITS_PER_SAMPLE / 8);
  const takenS = (maxBytes - HEADER_BYTES) / bytesPerS - MARGIN_S;
  return Math.min(RECORDING_MAX_S, Math.max(0, takenS));
}
