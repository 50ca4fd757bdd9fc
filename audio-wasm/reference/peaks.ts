import { type AudioCore, checkPeaksOptions, type PeaksOptions, type PeaksStream } from '../kernels.ts';
import { startPlainLoudness } from './loudness.ts';
import { wholeFrames } from './whole-frames.ts';

/**
 * The audio kernels in plain TypeScript: the reference for the WASM kernels, and the fallback without WASM. They process one
 * frame at a time, without the kernels' optimizations.
 */
export const plainAudioCore: AudioCore = {
  startLoudness: startPlainLoudness,
  startPeaks(options: PeaksOptions): PeaksStream {
    checkPeaksOptions(options);
    const { channels, samplesPerPixel } = options;
    const waveforms = options.mixed ? 1 : channels;
    const divisor = options.mixed ? channels : 1;
    const peaks: number[] = [];
    const lows = new Array<number>(waveforms).fill(Number.POSITIVE_INFINITY);
    const highs = new Array<number>(waveforms).fill(Number.NEGATIVE_INFINITY);
    let pixelFilled = 0;

    function endPixel(): void {
      for (let waveform = 0; waveform < waveforms; waveform++) {
        peaks.push(lows[waveform] ?? 0, highs[waveform] ?? 0);
      }
      lows.fill(Number.POSITIVE_INFINITY);
      highs.fill(Number.NEGATIVE_INFINITY);
      pixelFilled = 0;
    }

    function takeFrame(frame: DataView): void {
      for (let waveform = 0; waveform < waveforms; waveform++) {
        let sum = 0;
        for (let part = 0; part < divisor; part++) sum += frame.getInt16((waveform + part) * 2, true);
        // Adding 0 turns the -0 of a truncated fraction into 0.
        const value = Math.trunc(sum / divisor) + 0;
        lows[waveform] = Math.min(lows[waveform] ?? value, value);
        highs[waveform] = Math.max(highs[waveform] ?? value, value);
      }
      pixelFilled += 1;
      if (pixelFilled === samplesPerPixel) endPixel();
    }

    return {
      push: wholeFrames(channels * 2, takeFrame),
      finish(): Int16Array<ArrayBuffer> {
        if (pixelFilled > 0) endPixel();
        return Int16Array.from(peaks);
      },
    };
  },
};
