import type { AudioCore } from './kernels.ts';
import { streamPcm16 } from './pcm16.ts';
import type { WavFormat } from './wav.ts';

/**
 * Computes the peaks of a recording from a stream of its samples, in constant memory. Samples of other formats are
 * converted to 16 bits (see `pcm16Converter`).
 *
 * @param read passes the samples (`format.dataBytes` bytes from `format.dataOffset`) to its argument, in pieces of any
 * length. A piece is only read, and not used after that call returns
 * @returns as a `PeaksStream`
 * @throws WavFormatError for unsupported samples; RangeError for an option out of range; what `read` throws
 */
export async function streamPeaks(
  core: AudioCore,
  read: (take: (piece: Uint8Array) => void) => Promise<void>,
  format: WavFormat,
  options: { readonly mixed: boolean; readonly samplesPerPixel: number },
): Promise<Int16Array<ArrayBuffer>> {
  const toPcm16 = streamPcm16(format);
  const peaks = core.startPeaks({ channels: format.channels, ...options });
  await read((piece) => peaks.push(toPcm16(piece)));
  return peaks.finish();
}

/**
 * Computes the zooms of one waveform, finest first, each with twice the samples per pixel of the previous one, from its
 * finest peaks, which are the first. After a zoom of one pixel, further ones repeat it.
 * The result is exact although the values are truncated: a pixel covers two of the finer zoom (the last perhaps one),
 * and truncation is monotonic, so it commutes with minimum and maximum.
 */
export function buildPyramid(
  finest: Int16Array<ArrayBuffer>,
  channels: number,
  zooms: number,
): Int16Array<ArrayBuffer>[] {
  const levels = [finest];
  for (let level = finest; levels.length < zooms; levels.push(level)) level = halve(level, channels);
  return levels;
}

function halve(peaks: Int16Array, channels: number): Int16Array<ArrayBuffer> {
  const pixelValues = 2 * channels;
  const pixels = Math.ceil(peaks.length / pixelValues / 2);
  const halved = new Int16Array(pixels * pixelValues);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const to = pixel * pixelValues;
    const first = 2 * to;
    // With an odd count, the last pixel has no partner.
    const second = first + pixelValues < peaks.length ? first + pixelValues : first;
    for (let value = 0; value < pixelValues; value += 2) {
      halved[to + value] = Math.min(peaks[first + value] ?? 0, peaks[second + value] ?? 0);
      halved[to + value + 1] = Math.max(peaks[first + value + 1] ?? 0, peaks[second + value + 1] ?? 0);
    }
  }
  return halved;
}
