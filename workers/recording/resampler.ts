/** Lobes of the sinc on either side of a sample: with the window below, aliasing is about 100 dB down. */
const LOBES = 32;
/** Shape of the Kaiser window (Oppenheim and Schafer, Discrete-Time Signal Processing, 7.6: beta for 100 dB). */
const KAISER_BETA = 10.06;
/** Fraction of the lower rate's band that passes; the filter falls off above it, before frequencies would alias. */
const PASS_BAND = 0.9;

/** Converts a stream of samples to another sample rate. */
export interface Resampler {
  /** Returns the samples available now, one array per channel, owned by the caller. The arguments are only read. */
  add(channels: readonly Float32Array[]): Float32Array[];
  /** Returns the remaining samples at the end of the stream. */
  flush(): Float32Array[];
}

/** Creates a polyphase resampler with windowed sincs, one per occurring fraction of a sample, without delay. */
export function createResampler(fromHz: number, toHz: number, channels: number): Resampler {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const [phases, step] = [toHz / divisor, fromHz / divisor];
  const bandwidth = Math.min(1, toHz / fromHz) * (fromHz === toHz ? 1 : PASS_BAND);
  const reach = Math.ceil(LOBES / Math.min(1, toHz / fromHz));
  const taps = 2 * reach;
  const filters = makeFilters(phases, reach, bandwidth);

  // The past samples that the filter needs; silence at first.
  let history = Array.from({ length: channels }, () => new Float32Array(reach - 1));
  /** For the next output sample: the filter's position in `history`, and its phase. */
  let at = 0;
  let phase = 0;

  function take(inputs: readonly Float32Array[]): Float32Array[] {
    const lines = history.map((before, channel) =>
      join(before, inputs[channel] ?? new Float32Array(inputs[0]?.length ?? 0)),
    );
    const available = (lines[0]?.length ?? 0) - taps - at;
    const count = available < 0 ? 0 : Math.floor((available * phases + phases - 1 - phase) / step) + 1;
    const [firstAt, firstPhase] = [at, phase];
    const outputs = lines.map((line) => {
      at = firstAt;
      phase = firstPhase;
      const output = new Float32Array(count);
      for (let index = 0; index < count; index++) {
        const filterAt = phase * taps;
        let sum = 0;
        for (let tap = 0; tap < taps; tap++) sum += (line[at + tap] ?? 0) * (filters[filterAt + tap] ?? 0);
        output[index] = sum;
        phase += step;
        at += Math.floor(phase / phases);
        phase %= phases;
      }
      return output;
    });
    const used = Math.min(at, lines[0]?.length ?? 0);
    history = lines.map((line) => line.slice(used));
    at -= used;
    return outputs;
  }

  return {
    add: take,
    flush: () => take(Array.from({ length: channels }, () => new Float32Array(reach))),
  };
}

/** One filter per phase, concatenated: weights of the samples from `reach - 1` before to `reach` after the point. */
function makeFilters(phases: number, reach: number, bandwidth: number): Float32Array {
  const taps = 2 * reach;
  const filters = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    const filter = filters.subarray(phase * taps, (phase + 1) * taps);
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - (reach - 1) - phase / phases;
      const value = sinc(distance * bandwidth) * kaiser(distance / reach);
      filter[tap] = value;
      sum += value;
    }
    // Normalized, so that a constant stays constant in every phase.
    for (let tap = 0; tap < taps; tap++) filter[tap] = (filter[tap] ?? 0) / sum;
  }
  return filters;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) > 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA);
}

/** Modified Bessel function of the first kind and order 0, by its power series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let order = 1; term > sum * 1e-12; order++) {
    term *= (x / (2 * order)) ** 2;
    sum += term;
  }
  return sum;
}

function join(before: Float32Array, after: Float32Array): Float32Array {
  const joined = new Float32Array(before.length + after.length);
  joined.set(before);
  joined.set(after, before.length);
  return joined;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
