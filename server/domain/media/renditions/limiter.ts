import { TRUE_PEAK_PHASES } from '../../../../audio-wasm/loudness-filters.ts';

/** Time before a peak at which the gain begins to fall, and duration of the fall: long enough not to crackle. */
const ATTACK_S = 0.005;
/** Time constant with which the gain recovers after a peak. */
const RELEASE_S = 0.1;

const TAPS = TRUE_PEAK_PHASES[0]?.length ?? 0;
/** Largest ratio of the signal between samples to the largest sample. */
const OVERSHOOT_MAX = Math.max(...TRUE_PEAK_PHASES.map((phase) => phase.reduce((sum, tap) => sum + Math.abs(tap), 0)));

/** Raises or lowers audio by a constant gain, and keeps its true peaks below a ceiling. */
interface Limiter {
  /**
   * Adds frames and returns the frames that are ready, delayed by the look-ahead. The channels have equal lengths; 1 is
   * full scale.
   * @returns one array per channel, valid until the next call
   */
  push(channels: readonly Float32Array[]): Float32Array[];
  /** Returns the remaining frames; nothing may be added afterwards. */
  finish(): Float32Array[];
}

/** Options of {@link createLimiter}. Gain and ceiling are linear. */
interface LimiterOptions {
  readonly channels: number;
  readonly sampleRateHz: number;
  readonly gain: number;
  readonly ceiling: number;
}

/**
 * Creates a limiter that looks ahead: the gain of each frame is the mean, over the attack, of the smallest gain that
 * any frame within the look-ahead needs. So the gain has fallen far enough, without a step, when a peak comes. Peaks
 * between samples are found by the oversampling filter of ITU-R BS.1770-4.
 */
export function createLimiter({ channels, sampleRateHz, gain, ceiling }: LimiterOptions): Limiter {
  const attack = Math.max(1, Math.round(ATTACK_S * sampleRateHz));
  // A peak is found up to TAPS frames after it occurred.
  const lookahead = attack + TAPS;
  const release = 1 - Math.exp(-1 / (RELEASE_S * sampleRateHz));
  const minimum = slidingMinimum(lookahead);
  const mean = slidingMean(attack);
  const peaks = peakFinder(channels, gain, ceiling);
  const delayed = Array.from({ length: channels }, () => new Float32Array(lookahead));
  let slot = 0;
  let released = 1;
  // The frames before the first count as silent, and are not returned.
  let skipped = -(lookahead - 1);

  const feed = (samples: readonly Float32Array[], frames: number): Float32Array[] => {
    const needed = peaks(samples, frames);
    const output = samples.map(() => new Float32Array(frames));
    let ready = 0;
    for (let frame = 0; frame < frames; frame++) {
      released = Math.min(minimum(needed[frame] ?? 1), released + (1 - released) * release);
      const factor = gain * mean(released);
      const next = slot + 1 === lookahead ? 0 : slot + 1;
      const isOutput = skipped >= 0;
      for (let channel = 0; channel < channels; channel++) {
        const ring = delayed[channel];
        const out = output[channel];
        const input = samples[channel];
        if (ring === undefined || out === undefined || input === undefined) continue;
        ring[slot] = input[frame] ?? 0;
        if (isOutput) out[ready] = (ring[next] ?? 0) * factor;
      }
      slot = next;
      if (isOutput) ready++;
      else skipped++;
    }
    return output.map((out) => out.subarray(0, ready));
  };

  return {
    push: (samples) => feed(samples, samples[0]?.length ?? 0),
    finish: () => {
      const silence = Array.from({ length: channels }, () => new Float32Array(lookahead - 1));
      return feed(silence, lookahead - 1);
    },
  };
}

/** Finds each frame's largest gain (at most 1, after `gain`) that keeps the peaks just before it below the ceiling. */
function peakFinder(channels: number, gain: number, ceiling: number) {
  const harmless = ceiling / gain / OVERSHOOT_MAX;
  const history = TAPS - 1;
  let tails = Array.from({ length: channels }, () => new Float32Array(history));
  let loudFor = 0;
  return (samples: readonly Float32Array[], frames: number): Float32Array => {
    const needed = new Float32Array(frames).fill(1);
    const joined = samples.map((input, channel) => {
      const whole = new Float32Array(history + frames);
      whole.set(tails[channel] ?? []);
      whole.set(input, history);
      return whole;
    });
    for (let frame = 0; frame < frames; frame++) {
      for (const input of samples) {
        if (Math.abs(input[frame] ?? 0) > harmless) loudFor = TAPS;
      }
      if (loudFor === 0) continue;
      loudFor--;
      let peak = 0;
      for (const whole of joined) peak = Math.max(peak, peakAt(whole, frame));
      if (peak * gain > ceiling) needed[frame] = ceiling / (peak * gain);
    }
    tails = joined.map((whole) => whole.slice(frames));
    return needed;
  };
}

/** Returns the largest magnitude at and between as many frames from `start` as the filter has taps. */
function peakAt(samples: Float32Array, start: number): number {
  let peak = Math.abs(samples[start + TAPS - 1] ?? 0);
  for (const phase of TRUE_PEAK_PHASES) {
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap++) sum += (phase[tap] ?? 0) * (samples[start + TAPS - 1 - tap] ?? 0);
    peak = Math.max(peak, Math.abs(sum));
  }
  return peak;
}

/** Returns a function that takes a value and returns the minimum of the last `length` values; earlier ones are 1. */
function slidingMinimum(length: number): (value: number) => number {
  // Values that are smaller than all later ones, and their times: the first is the minimum.
  const values = new Float64Array(length);
  const times = new Float64Array(length);
  let first = 0;
  let count = 0;
  let now = 0;
  return (value) => {
    if (count > 0 && (times[first] ?? 0) <= now - length) {
      first = first + 1 === length ? 0 : first + 1;
      count--;
    }
    while (count > 0 && (values[(first + count - 1) % length] ?? 0) >= value) count--;
    const last = (first + count) % length;
    values[last] = value;
    times[last] = now++;
    count++;
    return values[first] ?? 1;
  };
}

/** Returns a function that takes a value and returns the mean of the last `length` values; earlier ones are 1. */
function slidingMean(length: number): (value: number) => number {
  const values = new Float64Array(length).fill(1);
  let sum = length;
  let slot = 0;
  return (value) => {
    sum += value - (values[slot] ?? 0);
    values[slot] = value;
    slot = slot + 1 === length ? 0 : slot + 1;
    return sum / length;
  };
}
