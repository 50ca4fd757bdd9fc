/** Resolution and channels of the requested peaks. */
export type PeaksRequest = {
  /** One waveform of the channels' mean, or one per channel. */
  readonly channels: 'mono' | 'each';
  /** Bits per value; 16 by default. */
  readonly bits?: 8 | 16;
  /** Number of zooms, each with twice the samples per pixel of the previous one; 1 by default. */
  readonly zooms?: number;
} & (
  | { readonly samplesPerPixel: number }
  | { /** Maximum number of pixels; short audio has fewer. */ readonly pixels: number }
);

/** The peaks of one recording. */
export interface PeaksResult {
  /** A BBC waveform-data file of version 2 per zoom, finest first, for `decodeWaveform`. */
  readonly dats: readonly ArrayBuffer[];
  /** Exact, from the number of samples; the format itself stores only whole pixels. */
  readonly durationS: number;
}

/** Peaks that wavesurfer draws without decoding the audio. */
export interface DrawnPeaks {
  /** Its `peaks` option: one array per channel, with one number per pixel from -1 to 1. */
  readonly peaks: Float32Array<ArrayBuffer>[];
  readonly durationS: number;
}

/** The API of the peaks worker. Results are transferred. */
export interface PeaksApi {
  /** Computes the peaks of a WAV (integers of 8 to 32 bits, floats of 32 or 64). @throws WavFormatError; RangeError */
  extract(wav: Blob, request: PeaksRequest): Promise<PeaksResult>;
  /** Computes the same in wavesurfer's form: all channels mixed, in at most `pixels` pixels. */
  draw(wav: Blob, pixels: number): Promise<DrawnPeaks>;
}
