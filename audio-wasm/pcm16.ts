import { WAV_FLOAT, WAV_PCM, type WavFormat, WavFormatError } from './wav.ts';

/** Converts whole samples to 16-bit little-endian PCM. 16-bit input is returned without copying. */
export type Pcm16Converter = (bytes: Uint8Array) => Uint8Array;

const FLOAT_FULL = 32_767;

/**
 * Returns the converter of a WAV's samples to 16 bits, by the rules of audiowaveform, so that peaks are identical: integers
 * keep their upper 16 bits (arithmetic shift, rounded down); unsigned 8-bit samples are centred and shifted up by 8 bits;
 * floats are multiplied by 32,767 in single precision and truncated toward zero. Values beyond full scale are clipped; NaN
 * becomes 0.
 *
 * @throws WavFormatError for compressed samples and unsupported widths
 */
export function pcm16Converter({ audioFormat, bitsPerSample }: WavFormat): Pcm16Converter {
  const sampleBytes = Math.ceil(bitsPerSample / 8);
  if (audioFormat === WAV_PCM && sampleBytes <= 4) return INTEGERS[sampleBytes - 1] ?? unchanged;
  if (audioFormat === WAV_FLOAT && bitsPerSample === 32) return fromFloats(4, (view, at) => view.getFloat32(at, true));
  if (audioFormat === WAV_FLOAT && bitsPerSample === 64) return fromFloats(8, (view, at) => view.getFloat64(at, true));
  throw new WavFormatError(
    `Expected PCM of up to 32 bits (format 1) or floats of 32 or 64 bits (format 3), got ${bitsPerSample}-bit samples of format ${audioFormat}`,
  );
}

/** Like {@link pcm16Converter}, for the pieces of one stream: a split sample is converted with the second piece. */
export function streamPcm16(format: WavFormat): Pcm16Converter {
  const convert = pcm16Converter(format);
  const sampleBytes = Math.ceil(format.bitsPerSample / 8);
  let held = new Uint8Array();
  return (piece) => {
    let whole = piece;
    if (held.length > 0) {
      whole = new Uint8Array(held.length + piece.length);
      whole.set(held);
      whole.set(piece, held.length);
    }
    const end = whole.length - (whole.length % sampleBytes);
    held = whole.slice(end);
    return convert(whole.subarray(0, end));
  };
}

const unchanged: Pcm16Converter = (bytes) => bytes;

/** By bytes per sample. The upper bytes of a little-endian integer are its last ones. */
const INTEGERS: readonly Pcm16Converter[] = [
  (bytes) => {
    const samples = new Int16Array(bytes.length);
    for (let at = 0; at < bytes.length; at++) samples[at] = ((bytes[at] ?? 0) - 128) << 8;
    return new Uint8Array(samples.buffer);
  },
  unchanged,
  upperBytes(3),
  upperBytes(4),
];

function upperBytes(sampleBytes: number): Pcm16Converter {
  return (bytes) => {
    const count = Math.floor(bytes.length / sampleBytes);
    const upper = new Uint8Array(count * 2);
    for (let sample = 0, at = sampleBytes - 2; sample < count; sample++, at += sampleBytes) {
      upper[2 * sample] = bytes[at] ?? 0;
      upper[2 * sample + 1] = bytes[at + 1] ?? 0;
    }
    return upper;
  };
}

function fromFloats(sampleBytes: number, read: (view: DataView, at: number) => number): Pcm16Converter {
  return (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = Math.floor(bytes.length / sampleBytes);
    const samples = new DataView(new ArrayBuffer(count * 2));
    for (let sample = 0; sample < count; sample++) {
      const scaled = Math.fround(Math.fround(read(view, sample * sampleBytes)) * FLOAT_FULL);
      // setInt16 truncates toward zero, and stores NaN as 0.
      samples.setInt16(2 * sample, Math.max(-FLOAT_FULL - 1, Math.min(FLOAT_FULL, scaled)), true);
    }
    return new Uint8Array(samples.buffer);
  };
}
