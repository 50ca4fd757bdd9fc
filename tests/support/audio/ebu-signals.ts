/** Test signals of EBU Tech 3341 and 3342, made from their definitions: 16-bit stereo, both channels the same. */

const FULL_SCALE = 32_768;
const TONE_HZ = 1000;

/** How many times oversampled the signals 20 to 23 of Tech 3341 are made. */
const OVERSAMPLING = 4;
/** Taps on each side of the middle one, in the filter before their samples are taken. */
const FILTER_REACH = 128;

/** A 1 kHz sine that changes its level, without a jump of phase: each level repeats a tenth of a second of it. */
export function steppedTone(
  sampleRateHz: number,
  steps: readonly { readonly dbfs: number; readonly durationS: number }[],
): Int16Array<ArrayBuffer> {
  const frames = steps.map(({ durationS }) => Math.round(durationS * sampleRateHz));
  const samples = new Int16Array(2 * frames.reduce((sum, count) => sum + count, 0));
  let frame = 0;
  steps.forEach(({ dbfs }, step) => {
    const amplitude = 10 ** (dbfs / 20);
    const period = new Int16Array(2 * (sampleRateHz / 10));
    for (let at = 0; 2 * at < period.length; at++) {
      setBoth(period, at, amplitude * Math.sin((2 * Math.PI * TONE_HZ * (frame + at)) / sampleRateHz));
    }
    const end = frame + (frames[step] ?? 0);
    for (; frame < end; frame += sampleRateHz / 10) {
      samples.set(period.subarray(0, 2 * (end - frame)), 2 * frame);
    }
    frame = end;
  });
  return samples;
}

/**
 * A second of a sine whose frequency is the sample rate over `divisor`, with 10 ms of fading at both ends (Tech 3341, signals
 * 15 to 19).
 *
 * @param amplitude 1 for full scale
 */
export function taperedSine(
  sampleRateHz: number,
  { divisor, amplitude, phaseDegrees }: { divisor: number; amplitude: number; phaseDegrees: number },
): Int16Array<ArrayBuffer> {
  const phase = (phaseDegrees * Math.PI) / 180;
  const fade = fadedEnds(sampleRateHz, sampleRateHz / 100);
  return toStereo(
    Array.from(
      { length: sampleRateHz },
      (_, frame) => fade(frame) * amplitude * Math.sin((2 * Math.PI * frame) / divisor + phase),
    ),
  );
}

/**
 * A sine at a sixth of the sample rate and half of full scale, with a single period at a quarter of the rate and full scale
 * in it, made at four times the rate, filtered, and taken from the sample `offset` on (Tech 3341, signals 20 to 23).
 */
export function hiddenPeriod(sampleRateHz: number, offset: 0 | 1 | 2 | 3): Int16Array<ArrayBuffer> {
  const slow = 6 * OVERSAMPLING;
  const fast = 4 * OVERSAMPLING;
  const before = slow * Math.round((sampleRateHz * OVERSAMPLING) / slow / 4);
  const length = 2 * before + fast;
  const fade = fadedEnds(length, (sampleRateHz * OVERSAMPLING) / 100);
  const fine = Float64Array.from({ length }, (_, at) => {
    if (at >= before && at < before + fast) return Math.sin((2 * Math.PI * (at - before)) / fast);
    const since = at < before ? at : at - fast;
    return fade(at) * 0.5 * Math.sin((2 * Math.PI * since) / slow);
  });
  const filter = lowPass();
  const frames = Math.floor((length - 2 * FILTER_REACH - offset) / OVERSAMPLING);
  return toStereo(
    Array.from({ length: frames }, (_, frame) => {
      let sum = 0;
      for (let at = 0; at < filter.length; at++) {
        sum += (filter[at] ?? 0) * (fine[frame * OVERSAMPLING + offset + at] ?? 0);
      }
      return sum;
    }),
  );
}

function fadedEnds(length: number, fade: number): (at: number) => number {
  return (at) => Math.min(1, at / fade, (length - 1 - at) / fade);
}

/** A windowed sinc that keeps what is below the half of the sample rate. */
function lowPass(): number[] {
  const taps = Array.from({ length: 2 * FILTER_REACH + 1 }, (_, at) => {
    const x = (at - FILTER_REACH) / OVERSAMPLING;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    return sinc * Math.cos((Math.PI * (at - FILTER_REACH)) / (2 * FILTER_REACH + 2)) ** 2;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

function toStereo(signal: readonly number[]): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(signal.length * 2);
  signal.forEach((value, frame) => {
    setBoth(samples, frame, value);
  });
  return samples;
}

function setBoth(samples: Int16Array, frame: number, value: number): void {
  const sample = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value * FULL_SCALE)));
  samples[2 * frame] = sample;
  samples[2 * frame + 1] = sample;
}
