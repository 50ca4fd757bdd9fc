import type { AudioCore } from '../../../audio-wasm/kernels.ts';
import { streamPeaks } from '../../../audio-wasm/stream-peaks.ts';
import { readWavFormat } from '../../../audio-wasm/wav.ts';
import { encodeWaveform } from '../../../audio-wasm/waveform-data.ts';
import { viewFile } from '../../store/files.ts';
import { sampleReader } from './read-samples.ts';

/** Maximum pixels of a stored waveform: the widest shown, 8000 px, fits that many bars of 3 px with gaps of 1 px. */
const STORED_PEAKS_PIXELS_MAX = 2000;

/**
 * Computes the waveform of a WAV file as it is stored: waveform-data version 2, all channels mixed, 8 bits per value, at
 * most {@link STORED_PEAKS_PIXELS_MAX} pixels. The file is streamed in constant memory.
 *
 * @throws WavFormatError; the system's error if the file can't be read
 */
export async function takeWaveform(core: AudioCore, wavPath: string): Promise<ArrayBuffer> {
  const format = await readWavFormat(await viewFile(wavPath));
  const { frames, sampleRateHz } = format;
  const samplesPerPixel = Math.max(1, Math.ceil(frames / STORED_PEAKS_PIXELS_MAX));
  const peaks = await streamPeaks(core, sampleReader(wavPath, format), format, { mixed: true, samplesPerPixel });
  return encodeWaveform(peaks, { sampleRateHz, samplesPerPixel, channels: 1, bits: 8 });
}
