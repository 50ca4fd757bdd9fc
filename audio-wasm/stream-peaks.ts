import type { AudioCore } from './kernels.ts';
import { pcm16Converter } from './pcm16.ts';
import type { WavFormat } from './wav.ts';

/**
 * Takes the peaks of a recording's samples as they come, in memory that does not grow with the recording. Samples of
 * other formats become 16-bit ones on the way in (see `pcm16Converter`).
 *
 * @param read gives the samples, `format.dataBytes` from `format.dataOffset` on, in pieces torn anywhere, to the function it
 *   is handed. A piece is only read, and of no use any more once that function returns
 * @returns as `PeaksStream.finish`
 * @throws WavFormatError for samples that are not read here; RangeError for an option out of range; what `read` throws
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

/** Holds the start of a sample back until its rest has come; pieces may be torn anywhere. */
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
