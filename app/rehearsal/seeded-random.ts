/** Seeded random numbers: the same ones for the same seed, everywhere. */
export interface SeededRandom {
  /** Uniform, from `low` up to, but not including, `high`. */
  between(low: number, high: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  /** From the normal distribution with mean 0 and standard deviation 1. */
  normal(): number;
}

/** Creates a random source from a whole number; neighbouring seeds give unrelated numbers. */
export function createSeededRandom(seed: number): SeededRandom {
  const random = createRandom(Math.imul(seed, 0x9e3779b1));
  return {
    between: (low, high) => low + (high - low) * random(),
    happens: (probability) => random() < probability,
    // Box and Muller; 1 - random() is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  };
}

/** Creates a generator of uniform numbers from 0 to below 1 (mulberry32): the same ones for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
