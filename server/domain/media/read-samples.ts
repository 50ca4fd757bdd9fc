import type { WavFormat } from '../../../audio-wasm/wav.ts';
import { readPieces } from '../../store/files.ts';

/** Yields the samples of a WAV file in pieces that share one buffer: each is valid until the next one is read. */
export function readSamples(wavPath: string, { dataOffset, dataBytes }: WavFormat): AsyncGenerator<Uint8Array> {
  return readPieces(wavPath, dataOffset, dataOffset + dataBytes);
}

/** Returns a function that passes each piece to `take`, for `streamPeaks` and `measureLoudness`. */
export function sampleReader(wavPath: string, format: WavFormat) {
  return async (take: (piece: Uint8Array) => void): Promise<void> => {
    for await (const piece of readSamples(wavPath, format)) take(piece);
  };
}
