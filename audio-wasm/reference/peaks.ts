import { type AudioCore, checkPeaksOptions, type PeaksOptions, type PeaksStream } from '../kernels.ts';

/**
 * The peaks kernel in plain TypeScript: the reference for the WASM kernel, and the fallback without WASM. Processes one
 * frame at a time, without the kernel's optimizations.
 */
export const plainAudioCore: AudioCore = {
  startPeaks(options: PeaksOptions): PeaksStream {
    checkPeaksOptions(options);
    const { channels, samplesPerPixel } = options;
    const waveforms = options.mixed ? 1 : channels;
    const divisor = options.mixed ? channels : 1;
    const frameBytes = channels * 2;
    const frame = new DataView(new ArrayBuffer(frameBytes));
    const peaks: number[] = [];
    const lows = new Array<number>(waveforms).fill(Number.POSITIVE_INFINITY);
    const highs = new Array<number>(waveforms).fill(Number.NEGATIVE_INFINITY);
    let frameFilled = 0;
    let pixelFilled = 0;

    function endPixel(): void {
      for (let waveform = 0; waveform < waveforms; waveform++) {
        peaks.push(lows[waveform] ?? 0, highs[waveform] ?? 0);
      }
      lows.fill(Number.POSITIVE_INFINITY);
      highs.fill(Number.NEGATIVE_INFINITY);
      pixelFilled = 0;
    }

    function takeFrame(): void {
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
      push(bytes: Uint8Array): void {
        for (const byte of bytes) {
          frame.setUint8(frameFilled, byte);
          frameFilled += 1;
          if (frameFilled < frameBytes) continue;
          frameFilled = 0;
          takeFrame();
        }
      },
      finish(): Int16Array<ArrayBuffer> {
        if (pixelFilled > 0) endPixel();
        return Int16Array.from(peaks);
      },
    };
  },
};
