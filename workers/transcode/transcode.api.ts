/** The names of the errors that a transcoding rejects with on purpose; their classes stand in transcode-errors.ts. */
export type TranscodeErrorName =
  | 'NotAudioError'
  | 'NoAudioTrackError'
  | 'ProtectedFileError'
  | 'DamagedFileError'
  | 'EngineUnavailableError'
  | 'OutOfMemoryError'
  | 'DeviceFullError'
  | 'TranscodeFailedError';

/** What becomes of an audio file: a WAV of 16-bit PCM at 44.1 kHz, in one or two channels. */
export interface TranscodeResult {
  /** The WAV, of type `audio/wav`. It outlives the worker, but not the output file that a converted one is read from. */
  readonly wav: Blob;
  /** Length of the sound in seconds, from what was decoded; UNKNOWN_DURATION_S (contracts/limits.ts) if it can't be told, 0 if there is no sample in it. */
  readonly durationS: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  /** The file conformed already: `wav` has its bytes unchanged and no engine was loaded. */
  readonly passedThrough: boolean;
}

/** How far a transcoding is. */
export interface TranscodeProgress {
  /** The part done, 0 to 1; only the finished result is 1. */
  readonly fraction: number;
  /** Estimated seconds until the result; null while too little is known for an estimate. */
  readonly remainingS: number | null;
}

/** What the transcode worker exposes. One job at a time: the engine blocks its thread until the job is done. */
export interface TranscodeApi {
  /**
   * Makes a conforming WAV of an audio file, known by its bytes and never by its name or type.
   *
   * @param file read in place, in pieces; never held in memory as a whole.
   * @param onProgress told the fraction done, rising, below 1, in steps of a hundredth at least, and the time left. May
   * come late or, for a short file, never.
   * @param outputId names the file of the device that a conversion is written to, its caller's to remove; see output-files.ts.
   * @throws an Error whose name is a TranscodeErrorName.
   */
  transcode(file: Blob, onProgress: (progress: TranscodeProgress) => void, outputId: string): Promise<TranscodeResult>;
}
