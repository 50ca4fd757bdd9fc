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

/** A point (no rings) or a polygon, as flat arrays. Made by `flattenPoint` and `flattenPolygon`. */
export interface FlatShape {
  /** Pairs [lng, lat] in degrees; along a ring without jumps of 360, so longitudes may pass ±180. */
  readonly coords: Float64Array;
  /** Positions up to each ring's end: the outer ring, then the holes. Empty for a point. */
  readonly ringEnds: Uint32Array;
}

/** Distances between a position and shapes. */
export interface GeometryCore {
  /** Takes in the shapes, which `distanceM` then knows by their place in the list; forgets the ones from before. Copies. */
  setShapes(shapes: readonly FlatShape[]): void;
  /** Sets the position `[lng, lat]`, in degrees, that distances are measured from. */
  setOrigin(position: readonly [number, number]): void;
  /**
   * Metres from the origin to a shape on the WGS 84 ellipsoid; for a polygon 0 inside and on its border, otherwise to
   * its nearest edge, holes included. Edges are straight in longitude and latitude, as RFC 7946 has them. Within 1 cm
   * below 1 km; farther away an estimate (3 per mille at 1,000 km).
   *
   * @throws RangeError for an index without a shape
   */
  distanceM(index: number): number;
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
