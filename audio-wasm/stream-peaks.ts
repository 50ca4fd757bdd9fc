import type { AudioCore } from './kernels.ts';
import { streamPcm16 } from './pcm16.ts';
import type { WavFormat } from './wav.ts';

/**
 * Computes the peaks of a recording from a stream of its samples, in constant memory. Samples of other formats are
 * converted to 16 bits (see `pcm16Converter`).
 *
 * @param read passes the samples (`format.dataBytes` bytes from `format.dataOffset`) to its argument, in pieces of any
 * length. A piece is only read, and not used after that call returns
 * @returns as `PeaksStream.finish`
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
