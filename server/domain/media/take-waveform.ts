import { readFile } from 'node:fs/promises';
import { compileCoreBytes } from '../../../audio-wasm/compile.ts';
import { loadAudioCore } from '../../../audio-wasm/core.ts';
import type { AudioCore } from '../../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../../audio-wasm/reference/peaks.ts';
import { streamPeaks } from '../../../audio-wasm/stream-peaks.ts';
import { readWavFormat } from '../../../audio-wasm/wav.ts';
import { encodeWaveform } from '../../../audio-wasm/waveform-data.ts';
import { readPieces, viewFile } from '../../store/files.ts';

/** Most pixels of a stored waveform: the widest one shown, 8000 px, fits that many bars of 3 px with gaps of 1 px. */
const STORED_PEAKS_PIXELS_MAX = 2000;

/**
 * Computes the waveform of a WAV file as it is stored: waveform-data version 2, all channels mixed, 8 bits per value, at
 * most {@link STORED_PEAKS_PIXELS_MAX} pixels. The file is streamed in constant memory.
 *
 * @throws WavFormatError; the system's error if the file can't be read
 */
export async function takeWaveform(core: AudioCore, wavPath: string): Promise<ArrayBuffer> {
  const format = await readWavFormat(await viewFile(wavPath));
  const { dataOffset, dataBytes, frames, sampleRateHz } = format;
  const samplesPerPixel = Math.max(1, Math.ceil(frames / STORED_PEAKS_PIXELS_MAX));
  const readSamples = async (take: (piece: Uint8Array) => void): Promise<void> => {
    for await (const piece of readPieces(wavPath, dataOffset, dataOffset + dataBytes)) take(piece);
  };
  const peaks = await streamPeaks(core, readSamples, format, { mixed: true, samplesPerPixel });
  return encodeWaveform(peaks, { sampleRateHz, samplesPerPixel, channels: 1, bits: 8 });
}

/** Loads the audio kernels from a compiled core; falls back to their plain twins if it is missing or can't be compiled. */
export async function loadCore(wasmPath: string): Promise<AudioCore> {
  try {
    const module = await compileCoreBytes(new Uint8Array(await readFile(wasmPath)));
    return module === null ? plainAudioCore : loadAudioCore(module);
  } catch {
    return plainAudioCore;
  }
}
