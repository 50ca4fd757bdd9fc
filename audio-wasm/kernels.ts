/** What each kernel does, whoever does it: the WASM core or its plain twin. */

/** How peaks are taken. */
export interface PeaksOptions {
  /** Channels in the samples, 1 or more. */
  readonly channels: number;
  /** True: one waveform of the channels' mean (their sum divided by their count, truncated toward zero). */
  readonly mixed: boolean;
  /** Frames that make one pixel, 1 or more; the last pixel may have fewer. */
  readonly samplesPerPixel: number;
}

/** One pass over the samples of one recording. */
export interface PeaksStream {
  /**
   * Takes the next bytes of 16-bit little-endian PCM, channels interleaved. Chunks may have any length and end within
   * a frame or a sample. The bytes are copied: the caller keeps the buffer.
   */
  push(bytes: Uint8Array): void;
  /**
   * Ends the stream; a partial frame at the end is dropped.
   *
   * @returns per pixel, for each waveform (one when mixed, else one a channel): its minimum, then its maximum. The
   * caller owns it.
   */
  finish(): Int16Array<ArrayBuffer>;
}

/** Audio kernels. */
export interface AudioCore {
  /**
   * Begins a stream. A core has one stream at a time: the one before is void from here on, and using it throws.
   *
   * @throws RangeError when an option is out of its range, or memory is short
   */
  startPeaks(options: PeaksOptions): PeaksStream;
}

/**
 * Shapes, one record after the other in one array, so that many cross to a worker or into WASM memory at once. Made by
 * `packShapes`.
 *
 * A record holds the number of rings (0: a point), the longitude of the shape's middle, for each ring the count of the
 * shape's positions up to its end, and the positions as pairs [lng, lat] in degrees; along a ring without jumps of
 * 360, so longitudes may pass ±180.
 */
export interface ShapePack {
  readonly records: Float64Array<ArrayBuffer>;
  /** Where each shape's record starts in `records`, then where the last one ends. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** The smallest box of each shape: west, south, east, north; in degrees, and past ±180 where the shape is. */
  readonly boxes: Float64Array<ArrayBuffer>;
}

/** Distances between a position and shapes, which this holds. A shape is known by its index: its place in the list. */
export interface GeometryCore {
  /** Takes in shapes as 0 and on; forgets the ones from before. Copies. */
  setShapes(pack: ShapePack): void;
  /** Takes in shapes behind the ones that are there. Copies. */
  addShapes(pack: ShapePack): void;
  /**
   * Keeps these shapes, numbered anew from 0, and gives the place of the others free.
   *
   * @param indices rising
   * @throws RangeError for an index without a shape
   */
  keepShapes(indices: readonly number[]): void;
  /** Sets the position `[lng, lat]`, in degrees, that distances are measured from. */
  setOrigin(position: readonly [number, number]): void;
  /**
   * Metres from the origin to a shape on the WGS 84 ellipsoid; for a polygon 0 inside and on its border (within a
   * micrometre of it), otherwise to its nearest edge, holes included. Edges are straight in longitude and latitude, as
   * RFC 7946 has them; what lies inside an odd number of rings is inside. Within 1 cm below 1 km; farther away an
   * estimate (3 per mille at 1,000 km).
   *
   * @throws RangeError for an index without a shape
   */
  distanceM(index: number): number;
  /**
   * Square degrees that a shape takes, without its holes; 0 for a point.
   *
   * @throws RangeError for an index without a shape
   */
  areaDegrees2(index: number): number;
}

/** Refuses peaks options that no kernel could work with. */
export function checkPeaksOptions({ channels, samplesPerPixel }: PeaksOptions): void {
  checkRange('channels', channels, 0xffff);
  checkRange('samplesPerPixel', samplesPerPixel, 0x7fffffff);
}

function checkRange(what: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new RangeError(`Expected ${what} to be a whole number from 1 to ${max}, got ${value}`);
  }
}
