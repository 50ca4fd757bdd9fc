/** What to draw: how fine, and which channels. */
export type PeaksRequest = {
  /** One waveform of all channels' mean, or one each. */
  readonly channels: 'mono' | 'each';
  /** Bits a value has; 16 where left out. */
  readonly bits?: 8 | 16;
  /** How many zooms, each of twice the samples per pixel of the one before; 1 where left out. */
  readonly zooms?: number;
} & ({ readonly samplesPerPixel: number } | { /** The most pixels; short audio has fewer. */ readonly pixels: number });

/** The peaks of one recording. */
export interface PeaksResult {
  /**
   * For each zoom, the finest first, a BBC waveform-data file of version 2; `decodeWaveform` reads it. Transferred: the
   * receiver owns them.
   */
  readonly dats: readonly ArrayBuffer[];
  /** Exact, from the count of samples; the format itself only knows whole pixels. */
  readonly durationS: number;
}

/** A recording as wavesurfer draws it without decoding it. Transferred: the receiver owns it. */
export interface DrawnPeaks {
  /** Its `peaks` option: for each channel one number a pixel, from -1 to 1. */
  readonly peaks: Float32Array<ArrayBuffer>[];
  /** Its `duration` option. */
  readonly durationS: number;
}

/** What the peaks worker does. */
export interface PeaksApi {
  /**
   * Takes the peaks of a WAV, read once and in pieces: integers of 8 to 32 bits, floats of 32 or 64.
   *
   * @throws WavFormatError when the Blob is no such WAV; RangeError for a request out of range
   */
  extract(wav: Blob, request: PeaksRequest): Promise<PeaksResult>;
  /** The same in wavesurfer's form: one waveform of all channels, in at most `pixels` pixels. */
  draw(wav: Blob, pixels: number): Promise<DrawnPeaks>;
}
