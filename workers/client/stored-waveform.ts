import { decodeWaveform, WaveformDataError } from '../../audio-wasm/waveform-data.ts';
import { toWavesurferPeaks } from '../peaks/wavesurfer-peaks.ts';

/** A stored waveform in wavesurfer's form. */
export interface StoredWaveform {
  /** One array per channel, with one number per pixel from -1 to 1. */
  readonly peaks: Float32Array<ArrayBuffer>[];
  /** Duration of the recording, accurate to one pixel. */
  readonly durationS: number;
}

/**
 * Parses a waveform-data file. It has a few thousand values, so this needs no worker.
 *
 * @returns null if the bytes are not waveform data: a missing waveform is not an error
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
