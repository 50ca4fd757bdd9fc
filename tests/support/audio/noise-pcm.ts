/** Kinds of noise, each of which a loudness kernel treats in its own way. */
export const NOISE_KINDS = ['even', 'faint', 'clipped', 'bursts', 'silence'] as const;

/** One of them. */
export type NoiseKind = (typeof NOISE_KINDS)[number];

/** Samples of a burst and of the pause after it: longer and shorter than the windows that the kernel looks at. */
const BURST_SAMPLES = 301;

/**
 * Seeded 16-bit noise, the same on every machine: even noise at full scale, a few steps of a sample, mostly the two
 * extremes, bursts of falling level with pauses of digital silence, or nothing.
 */
export function noisePcm(seed: number, length: number, kind: NoiseKind): Int16Array<ArrayBuffer> {
  let state = seed;
  return Int16Array.from({ length }, (_, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const value = (state >>> 16) - 32_768;
    switch (kind) {
      case 'even':
        return value;
      case 'faint':
        return value >> 13;
      case 'clipped':
        return Math.max(-32_768, Math.min(32_767, value * 8));
      case 'bursts': {
        const burst = Math.floor(at / BURST_SAMPLES);
        return burst % 2 === 0 ? value >> (burst % 11) : 0;
      }
      default:
        return 0;
    }
  });
}
