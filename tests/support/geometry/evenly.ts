import fc from 'fast-check';

const STEPS = 1_000_000_000;

/**
 * Numbers spread evenly from `min` to `max`. fast-check's own doubles are even over bit patterns: nearly all of them
 * would be closer to 0 than an atom is wide, and a property of the earth would be tried at one spot.
 */
export function evenly(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: STEPS }).map((step) => min + ((max - min) * step) / STEPS);
}
