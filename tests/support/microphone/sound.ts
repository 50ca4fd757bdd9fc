import { wavOf } from '../audio/wav-bytes.ts';

const RATE_HZ = 44_100;

/** A sound to be fed to a microphone, one array of samples a channel, -1 to 1. */
export type Sound = readonly Float32Array[];

/** Silence, noise that never repeats and whose channels differ, silence. The same each time for the same seed. */
export function noiseBetweenSilences(silenceS: number, noiseS: number, seed = 1): Sound {
  const silence = Math.round(silenceS * RATE_HZ);
  const count = Math.round(noiseS * RATE_HZ);
  return [seed, seed + 1].map((own) => {
    const samples = new Float32Array(2 * silence + count);
    samples.set(softNoise(count, own), silence);
    return samples;
  });
}

/** Noise without the highest tones, which no resampler on the way keeps as they are. */
function softNoise(count: number, seed: number): Float32Array {
  let state = (seed * 2_654_435_761) >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const soft = new Float32Array(count);
  let [once, twice] = [0, 0];
  for (let at = 0; at < count; at++) {
    once += (random() - once) * 0.15;
    twice += (once - twice) * 0.15;
    soft[at] = Math.max(-0.95, Math.min(0.95, twice * 3));
  }
  return soft;
}

/** The sound as a 16-bit WAV at 44.1 kHz. */
export function soundAsWav(sound: Sound): Uint8Array<ArrayBuffer> {
  const frames = sound[0]?.length ?? 0;
  const samples = new Int16Array(frames * sound.length);
  for (const [channel, heard] of sound.entries()) {
    for (let frame = 0; frame < frames; frame++) {
      samples[frame * sound.length + channel] = Math.round((heard[frame] ?? 0) * 32_767);
    }
  }
  return wavOf(samples, { channels: sound.length, sampleRateHz: RATE_HZ });
}

/** One channel of a WAV with a header of 44 bytes, -1 to 1. */
export function channelOf(wav: Uint8Array, channel: number): Float32Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const channels = view.getUint16(22, true);
  const frames = Math.floor((wav.byteLength - 44) / 2 / channels);
  return Float32Array.from(
    { length: frames },
    (_, frame) => view.getInt16(44 + 2 * (frame * channels + channel), true) / 32_768,
  );
}

/** From the first to behind the last sample that is not silent, in samples. */
export function soundingPart(
  samples: Float32Array,
  threshold = 0.002,
): { readonly start: number; readonly end: number } {
  const start = samples.findIndex((sample) => Math.abs(sample) > threshold);
  return { start, end: samples.findLastIndex((sample) => Math.abs(sample) > threshold) + 1 };
}

/** How alike two stretches of the same length are, whatever their loudness: 1 for the same, 0 for nothing in common. */
export function correlation(one: Float32Array, other: Float32Array): number {
  let [both, ones, others] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    both += a * b;
    ones += a * a;
    others += b * b;
  }
  return ones === 0 || others === 0 ? 0 : both / Math.sqrt(ones * others);
}

/**
 * Where `part` is found in `whole`: the offset near `guess` at which they are most alike.
 *
 * @param reach how far from the guess is looked, in samples.
 */
export function align(whole: Float32Array, part: Float32Array, guess: number, reach: number): number {
  let [best, bestOffset] = [-1, guess];
  for (let offset = Math.max(0, guess - reach); offset <= guess + reach; offset++) {
    const alike = correlation(whole.subarray(offset, offset + part.length), part);
    if (alike > best) [best, bestOffset] = [alike, offset];
  }
  return bestOffset;
}
