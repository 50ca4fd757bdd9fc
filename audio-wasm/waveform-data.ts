/**
 * The BBC's waveform-data format, version 2, of audiowaveform and waveform-data.js: a little-endian header of 24 bytes,
 * then per pixel, for each channel, minimum and maximum. Version 1 has a header of 20 bytes, without the number of
 * channels (always 1); it can be read but not written.
 * https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md
 */

const VERSION = 2;
const HEADER_BYTES = 24;
const VERSION_1_HEADER_BYTES = 20;
const FLAG_8_BIT = 1;

/** A waveform: minima and maxima of a recording at one zoom. */
export interface Waveform {
  readonly sampleRateHz: number;
  readonly samplesPerPixel: number;
  /** Number of waveforms: 1 for a mix. */
  readonly channels: number;
  readonly pixels: number;
  readonly bits: 8 | 16;
  /** Per pixel, for each channel: minimum, maximum. `2 * channels * pixels` values. */
  readonly values: Int8Array | Int16Array;
}

/** The input is not waveform data of a supported version; the message says what was found. */
export class WaveformDataError extends Error {
  override readonly name = 'WaveformDataError';
}

/**
 * Encodes 16-bit peaks of a kernel as a `.dat` file; for 8 bits they are divided by 256 and truncated toward zero, as
 * audiowaveform does. @throws RangeError if `peaks` is not a whole number of pixels
 */
export function encodeWaveform(
  peaks: Int16Array,
  form: Pick<Waveform, 'sampleRateHz' | 'samplesPerPixel' | 'channels' | 'bits'>,
): ArrayBuffer {
  const { sampleRateHz, samplesPerPixel, channels, bits } = form;
  const pixels = peaks.length / (2 * channels);
  if (!Number.isInteger(pixels)) {
    throw new RangeError(`Expected pairs for ${channels} channels, got ${peaks.length} values`);
  }
  const buffer = new ArrayBuffer(HEADER_BYTES + peaks.length * (bits / 8));
  const header = new DataView(buffer);
  header.setInt32(0, VERSION, true);
  header.setUint32(4, bits === 8 ? FLAG_8_BIT : 0, true);
  header.setInt32(8, sampleRateHz, true);
  header.setInt32(12, samplesPerPixel, true);
  header.setUint32(16, pixels, true);
  header.setInt32(20, channels, true);
  if (bits === 16) new Int16Array(buffer, HEADER_BYTES).set(peaks);
  // Storing a fraction in an integer array truncates it toward zero.
  else new Int8Array(buffer, HEADER_BYTES).set(peaks.map((value) => value / 256));
  return buffer;
}

/**
 * Encodes a waveform in the format's JSON form.
 *
 * @returns the text of a `.json` file
 */
export function waveformToJson({ sampleRateHz, samplesPerPixel, channels, pixels, bits, values }: Waveform): string {
  return JSON.stringify({
    version: VERSION,
    channels,
    sample_rate: sampleRateHz,
    samples_per_pixel: samplesPerPixel,
    bits,
    length: pixels,
    data: [...values],
  });
}

/**
 * Decodes the JSON form of version 2 or 1. Early releases of audiowaveform wrote version 1 without `version` and `channels`.
 *
 * @throws WaveformDataError for invalid JSON, another version, invalid fields, or a wrong number of values
 */
export function waveformFromJson(text: string): Waveform {
  const fields = parseFields(text);
  const version = fields.version ?? 1;
  if (version !== 1 && version !== VERSION) {
    throw new WaveformDataError(`Expected waveform data of version 1 or ${VERSION}, got ${JSON.stringify(version)}`);
  }
  const sampleRateHz = wholeField(fields, 'sample_rate', 1, 0x7fffffff);
  const samplesPerPixel = wholeField(fields, 'samples_per_pixel', 1, 0x7fffffff);
  const pixels = wholeField(fields, 'length', 0, 0xffffffff);
  const channels = version === 1 && fields.channels === undefined ? 1 : wholeField(fields, 'channels', 1, 0xffff);
  const bits = fields.bits;
  if (bits !== 8 && bits !== 16) throw new WaveformDataError(`Expected 8 or 16 bits, got ${JSON.stringify(bits)}`);
  const { data } = fields;
  const count = 2 * channels * pixels;
  if (!Array.isArray(data) || data.length !== count) {
    const found = Array.isArray(data) ? `${data.length} values` : typeof data;
    throw new WaveformDataError(`Expected ${count} values in 'data', got ${found}`);
  }
  const full = 2 ** (bits - 1);
  const wrong = data.findIndex((value) => !Number.isInteger(value) || value < -full || value >= full);
  if (wrong >= 0) {
    throw new WaveformDataError(`Expected values of ${bits} bits in 'data', got ${JSON.stringify(data[wrong])}`);
  }
  const values = bits === 8 ? Int8Array.from(data) : Int16Array.from(data);
  return { sampleRateHz, samplesPerPixel, channels, pixels, bits, values };
}

function parseFields(text: string): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new WaveformDataError(`Expected JSON, got text that begins with ${JSON.stringify(text.slice(0, 24))}`);
  }
  if (typeof parsed === 'object' && parsed !== null) return { ...parsed };
  throw new WaveformDataError(`Expected an object, got ${JSON.stringify(parsed).slice(0, 24)}`);
}

function wholeField(fields: Readonly<Record<string, unknown>>, name: string, least: number, most: number): number {
  const value = fields[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new WaveformDataError(
    `Expected '${name}' to be a whole number from ${least} to ${most}, got ${JSON.stringify(value)}`,
  );
}

/** Decodes a `.dat` file of version 2 or 1; the values are a view. @throws WaveformDataError for anything else */
export function decodeWaveform(buffer: ArrayBuffer): Waveform {
  if (buffer.byteLength < VERSION_1_HEADER_BYTES) {
    throw new WaveformDataError(
      `Expected a header of ${VERSION_1_HEADER_BYTES} bytes or more, got ${buffer.byteLength}`,
    );
  }
  const header = new DataView(buffer);
  const version = header.getInt32(0, true);
  if (version !== 1 && version !== VERSION) {
    throw new WaveformDataError(`Expected waveform data of version 1 or ${VERSION}, got ${version}`);
  }
  const headerBytes = version === 1 ? VERSION_1_HEADER_BYTES : HEADER_BYTES;
  if (buffer.byteLength < headerBytes) {
    throw new WaveformDataError(`Expected a header of ${headerBytes} bytes, got ${buffer.byteLength}`);
  }
  const bits = (header.getUint32(4, true) & FLAG_8_BIT) === 0 ? 16 : 8;
  const sampleRateHz = header.getInt32(8, true);
  const samplesPerPixel = header.getInt32(12, true);
  const pixels = header.getUint32(16, true);
  const channels = version === 1 ? 1 : header.getInt32(20, true);
  if (sampleRateHz < 1 || samplesPerPixel < 1 || channels < 1) {
    throw new WaveformDataError(
      `Expected a sample rate, samples per pixel and channels above 0, got ${sampleRateHz}, ${samplesPerPixel}, ${channels}`,
    );
  }
  const count = 2 * channels * pixels;
  const held = Math.floor((buffer.byteLength - headerBytes) / (bits / 8));
  if (held < count) throw new WaveformDataError(`Expected ${count} values after the header, got ${held}`);
  const values = bits === 8 ? new Int8Array(buffer, headerBytes, count) : new Int16Array(buffer, headerBytes, count);
  return { sampleRateHz, samplesPerPixel, channels, pixels, bits, values };
}

/** Converts to wavesurfer's `peaks`: per channel and pixel, the extreme farther from zero, from -1 to 1. */
export function toWavesurferPeaks({ channels, pixels, bits, values }: Waveform): Float32Array<ArrayBuffer>[] {
  const full = 2 ** (bits - 1);
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: pixels }, (_, pixel) => {
      const at = 2 * (pixel * channels + channel);
      const low = values[at] ?? 0;
      const high = values[at + 1] ?? 0;
      return (-low > high ? low : high) / full;
    }),
  );
}
