import { decodeWaveform, WaveformDataError } from '../../audio-wasm/waveform-data.ts';
import { toWavesurferPeaks } from '../peaks/wavesurfer-peaks.ts';

/** A waveform that was stored beside its recording, in wavesurfer's form. */
export interface StoredWaveform {
  /** For each channel one number a pixel, from -1 to 1. */
  readonly peaks: Float32Array<ArrayBuffer>[];
  /** Length of the recording, to within one pixel. */
  readonly durationS: number;
}

/**
 * Reads a waveform-data file. It has some thousand values, so this needs no worker.
 *
 * @param bytes only read
 * @returns null where the bytes are no waveform data: a waveform is a picture, and its lack no failure
 */
export function readStoredWaveform(bytes: ArrayBuffer): StoredWaveform | null {
  try {
    const waveform = decodeWaveform(bytes);
    const durationS = (waveform.pixels * waveform.samplesPerPixel) / waveform.sampleRateHz;
    return { peaks: toWavesurferPeaks(waveform), durationS };
  } catch (error) {
    if (error instanceof WaveformDataError) return null;
    throw error;
  }
}
