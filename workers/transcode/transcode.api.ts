import type { SentBytes } from './converter-download.ts';

/** The result of a conversion: a WAV of 16-bit PCM at 44.1 kHz with one or two channels. */
export interface TranscodeResult {
  /** The WAV, of type `audio/wav`. Remains valid after the worker's end, but not after its output file is deleted. */
  readonly wav: Blob;
  /** Decoded duration in seconds; UNKNOWN_DURATION_S (contracts/limits.ts) if unknown, 0 without samples. */
  readonly durationS: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Whether the file already conformed: `wav` has its bytes unchanged. */
  readonly passedThrough: boolean;
  /** The duration in seconds that the file states, if clearly less of it could be read; null otherwise. */
  readonly statedS: number | null;
  /** Number of audio tracks before the one that was read, which ffmpeg couldn't decode. */
  readonly skippedTracks: number;
}

/** How much of the converter was downloaded, before the first conversion if it is not yet on the device. */
export interface DownloadProgress extends SentBytes {
  readonly stage: 'download';
}

/** The progress of the conversion itself. */
export interface ConversionProgress {
  readonly stage: 'conversion';
  /** The completed fraction, 0 to 1; only the finished result is 1. */
  readonly fraction: number;
  /** Estimated; null while unknown. */
  readonly remainingS: number | null;
}

/** The progress of a file: first of the download, if there is one, then of the conversion. */
export type TranscodeProgress = DownloadProgress | ConversionProgress;

/** The API of the transcode worker. One job at a time: the engine blocks its thread. */
export interface TranscodeApi {
  /**
   * Converts an audio file to a conforming WAV. Reads it in place, in pieces.
   *
   * @param onProgress called in steps of at least a hundredth, or each second: during a download with its bytes, then
   * with 0 when the conversion begins, and progress below 1 that never falls. Calls may be late.
   * @param outputId name of the output file on the device, which the caller deletes
   * @throws an Error with the name of one of TRANSCODE_ERRORS.
   */
  transcode(file: Blob, onProgress: (progress: TranscodeProgress) => void, outputId: string): Promise<TranscodeResult>;
}
