import type { AudioCore } from './kernels.ts';
import { pcm16Converter } from './pcm16.ts';
import type { WavFormat } from './wav.ts';

/**
 * Computes the peaks of a recording from a stream of its samples, in constant memory. Samples of other formats are converted
 * to 16 bits (see `pcm16Converter`).
 *
 * @param read passes the samples (`format.dataBytes` from `format.dataOffset` on) to its argument, in pieces of any length.
 *   A piece is only read, and not used after that call returns
 * @returns as `PeaksStream.finish`
 * @throws WavFormatError for unsupported samples; RangeError for an option out of range; what `read` throws
 */
export async function streamPeaks(
  core: AudioCore,
  read: (take: (piece: Uint8Array) => void) => Promise<void>,
  format: WavFormat,
  options: { readonly mixed: boolean; readonly samplesPerPixel: number },
): Promise<Int16Array<ArrayBuffer>> {
  const { channels, bitsPerSample } = format;
  const toPcm16 = pcm16Converter(format);
  const peaks = core.startPeaks({ channels, ...options });
  const takeWhole = wholeSamples(Math.ceil(bitsPerSample / 8));
  await read((piece) => peaks.push(toPcm16(takeWhole(piece))));
  return peaks.finish();
}

/** Joins samples that are split between two pieces. */
function wholeSamples(sampleBytes: number): (piece: Uint8Array) => Uint8Array {
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
    return whole.subarray(0, end);
  };
}
