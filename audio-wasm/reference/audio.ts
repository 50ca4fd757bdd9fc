import {
  type AudioCore,
  blockFramesAt,
  checkLoudnessOptions,
  checkPeaksOptions,
  type LoudnessOptions,
  type LoudnessStream,
  type LoudnessSums,
  type PeaksOptions,
  type PeaksStream,
} from '../kernels.ts';
import { type KWeighting, kWeightingAt, TRUE_PEAK_PHASES } from '../loudness-filters.ts';

/**
 * The audio kernels in plain TypeScript, frame by frame: the WASM kernels' reference, and the fallback without WASM.
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

const FULL_SCALE = 32_768;

/** Filter values below this are set to 0 at the end of a block: denormal numbers would slow down silence. */
const SILENT = 1e-30;

/**
 * Starts the loudness kernel in plain TypeScript: the WASM kernel's reference, bit for bit. K-weighting rounds, so the
 * kernel does the same operations in the same order. True peak and powers are exact, so the kernel may use integers:
 * the taps are multiples of 1/8192, and the powers are added block by block.
 */
export function startPlainLoudness(options: LoudnessOptions): LoudnessStream {
  checkLoudnessOptions(options);
  const { channels, sampleRateHz } = options;
  const blockFrames = blockFramesAt(sampleRateHz);
  const weighting = kWeightingAt(sampleRateHz);
  const left = createSide(weighting);
  const right = createSide(weighting);
  let blockFilled = 0;
  const energies: number[] = [];
  const total = { mid: 0, side: 0 };
  const block = { mid: 0, side: 0 };

  function takeFrame(frame: DataView): void {
    const leftSample = frame.getInt16(0, true) / FULL_SCALE;
    const rightSample = channels === 1 ? leftSample : frame.getInt16(2, true) / FULL_SCALE;
    left.take(leftSample);
    right.take(rightSample);
    block.mid += ((leftSample + rightSample) / 2) ** 2;
    block.side += ((leftSample - rightSample) / 2) ** 2;
    blockFilled += 1;
    if (blockFilled === blockFrames) {
      energies.push((left.endBlock() + right.endBlock()) / blockFrames);
      endPowers();
      blockFilled = 0;
    }
  }

  function endPowers(): void {
    total.mid += block.mid;
    total.side += block.side;
    block.mid = 0;
    block.side = 0;
  }

  return {
    push: wholeFrames(channels * 2, takeFrame),
    finish(): LoudnessSums {
      endPowers();
      return {
        energies: Float64Array.from(energies),
        truePeak: Math.max(left.endPeak(), right.endPeak()),
        midPower: total.mid,
        sidePower: total.side,
      };
    },
  };
}

interface Side {
  take(sample: number): void;
  /** Returns the block's sum of squares, K-weighted, and begins the next block. */
  endBlock(): number;
  /** Returns the true peak, including the filter's decay after the last sample. */
  endPeak(): number;
}

function createSide({ shelf: { b0, b1, b2, a1, a2 }, highPass }: KWeighting): Side {
  // The last two inputs of the shelf (x), of the high-pass (s), and outputs of the high-pass (y).
  let [x1, x2, s1, s2, y1, y2] = [0, 0, 0, 0, 0, 0];
  let energy = 0;
  let peak = 0;
  /** The last samples, the newest first. */
  const recent = new Float64Array(TRUE_PEAK_PHASES[0]?.length ?? 0);

  function applyKWeighting(x: number): void {
    const s = b0 * x + b1 * x1 + b2 * x2 - a2 * s2 - a1 * s1;
    const y = s - 2 * s1 + s2 - highPass.a2 * y2 - highPass.a1 * y1;
    energy += y * y;
    [x2, x1, s2, s1, y2, y1] = [x1, x, s1, s, y1, y];
  }

  function widenPeak(sample: number): void {
    recent.copyWithin(1, 0);
    recent[0] = sample;
    peak = Math.max(peak, Math.abs(sample));
    for (const phase of TRUE_PEAK_PHASES) {
      let between = 0;
      for (let tap = 0; tap < recent.length; tap++) between += (phase[tap] ?? 0) * (recent[tap] ?? 0);
      peak = Math.max(peak, Math.abs(between));
    }
  }

  return {
    take(sample) {
      applyKWeighting(sample);
      widenPeak(sample);
    },
    endBlock() {
      const sum = energy;
      energy = 0;
      [s1, s2, y1, y2] = [silence(s1), silence(s2), silence(y1), silence(y2)];
      return sum;
    },
    endPeak() {
      for (let ringing = 1; ringing < recent.length; ringing++) widenPeak(0);
      return peak;
    },
  };
}

function silence(value: number): number {
  return Math.abs(value) < SILENT ? 0 : value;
}

/**
 * Returns a function that takes bytes in chunks of any length and calls `takeFrame` with each whole frame of
 * `frameBytes`. A partial frame waits for the next chunk. The view is valid until the next frame.
 */
function wholeFrames(frameBytes: number, takeFrame: (frame: DataView) => void): (bytes: Uint8Array) => void {
  const frame = new DataView(new ArrayBuffer(frameBytes));
  let filled = 0;
  return (bytes) => {
    for (const byte of bytes) {
      frame.setUint8(filled, byte);
      filled += 1;
      if (filled < frameBytes) continue;
      filled = 0;
      takeFrame(frame);
    }
  };
}
