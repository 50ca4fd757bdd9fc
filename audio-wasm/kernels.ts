/** The kernels' interfaces, implemented by the WASM core and by its plain twins. */

/** Options of a peaks stream. */
export interface PeaksOptions {
  /** Channels in the samples, 1 or more. */
  readonly channels: number;
  /** Whether to compute one waveform of the channels' mean (sum divided by count, truncated toward zero). */
  readonly mixed: boolean;
  /** Frames per pixel, 1 or more; the last pixel may have fewer. */
  readonly samplesPerPixel: number;
}

/** One pass over the samples of one recording. */
export interface PcmStream<Result> {
  /** Copies the next bytes of 16-bit little-endian PCM, channels interleaved, in chunks of any length. */
  push(bytes: Uint8Array): void;
  /** Ends the stream, without a partial frame; the caller owns the result. */
  finish(): Result;
}

/** Computes, per pixel, for each waveform (one if mixed, else one per channel), minimum, then maximum. */
export type PeaksStream = PcmStream<Int16Array<ArrayBuffer>>;

/** Options of a loudness stream. */
export interface LoudnessOptions {
  /** 1 or 2. A single channel is measured as it is played, on both sides, so its energy counts twice. */
  readonly channels: number;
  /** From 8,000 to 768,000. */
  readonly sampleRateHz: number;
}

/** What a loudness stream measured, with a full scale of 1. */
export interface LoudnessSums {
  /**
   * Per complete block of 100 ms (see {@link blockFramesAt}): the mean squares of the K-weighted left and right samples,
   * added.
   */
  readonly energies: Float64Array<ArrayBuffer>;
  /**
   * The largest absolute value of the samples and of the signal between them, four times oversampled (ITU-R BS.1770-4,
   * annex 2). May exceed 1.
   */
  readonly truePeak: number;
  /** The sum of the squares of (left + right) / 2 over all frames, unweighted. */
  readonly midPower: number;
  /** The sum of the squares of (left - right) / 2 over all frames, unweighted; 0 for a single channel. */
  readonly sidePower: number;
}

/** Measures the loudness of a recording. */
export type LoudnessStream = PcmStream<LoudnessSums>;

/** Audio kernels. */
export interface AudioCore {
  /**
   * Starts a stream; with WASM, using an earlier peaks stream then throws. @throws RangeError for an option out of range, or short memory
   */
  startPeaks(options: PeaksOptions): PeaksStream;
  /** Starts a stream; with WASM, using an earlier loudness stream then throws. @throws RangeError as {@link startPeaks} */
  startLoudness(options: LoudnessOptions): LoudnessStream;
}

/**
 * Shapes in one flat array, for fast transfer to a worker or into WASM memory. Made by `packShapes`.
 *
 * A record holds: the number of rings (0 for a point); the longitude of the shape's middle; for each ring the number of
 * positions up to its end; the positions as pairs [lng, lat] in degrees. Longitudes don't jump by 360 along a ring, so they
 * may exceed ±180.
 */
export interface ShapePack {
  readonly records: Float64Array<ArrayBuffer>;
  /** The start of each shape's record in `records`; the last element is the end of the last record. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** The bounding box of each shape: west, south, east, north in degrees; beyond ±180 if the shape is. */
  readonly boxes: Float64Array<ArrayBuffer>;
}

/** Computes distances between a position and stored shapes. A shape is identified by its index. */
export interface GeometryCore {
  /** Replaces all shapes by copies of these, with indices from 0. */
  setShapes(pack: ShapePack): void;
  addShapes(pack: ShapePack): void;
  /**
   * Retains only these shapes, in ascending order, renumbered from 0. @throws RangeError for an index without a shape
   */
  retainShapes(indices: readonly number[]): void;
  /** Sets the position `[lng, lat]` in degrees from which distances are measured. */
  setOrigin(position: readonly [number, number]): void;
  /**
   * Metres from the origin to a shape on the WGS 84 ellipsoid; for a polygon 0 inside and within a micrometre of its
   * border, otherwise the distance to its nearest edge, holes included. Edges are straight in longitude and latitude
   * (RFC 7946). A position is inside if the outer ring encloses it by the even-odd rule and no hole does. Exact to 1 cm
   * below 1 km; farther away an estimate (3 per mille at 1,000 km).
   *
   * @throws RangeError for an index without a shape
   */
  distanceM(index: number): number;
  /**
   * The area of a shape in square degrees, without its holes; 0 for a point. @throws RangeError as {@link distanceM}
   */
  areaDegrees2(index: number): number;
}

/** Validates peaks options. @throws RangeError */
export function checkPeaksOptions({ channels, samplesPerPixel }: PeaksOptions): void {
  checkRange('channels', channels, 1, 0xffff);
  checkRange('samplesPerPixel', samplesPerPixel, 1, 0x7fffffff);
}

/** Validates loudness options. @throws RangeError */
export function checkLoudnessOptions({ channels, sampleRateHz }: LoudnessOptions): void {
  checkRange('channels', channels, 1, 2);
  checkRange('sampleRateHz', sampleRateHz, 8_000, 768_000);
}

/** Frames in a block of a loudness stream: 100 ms, rounded to whole frames. */
export function blockFramesAt(sampleRateHz: number): number {
  return Math.round(sampleRateHz / 10);
}

function checkRange(what: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`Expected ${what} to be a whole number from ${min} to ${max}, got ${value}`);
  }
}
