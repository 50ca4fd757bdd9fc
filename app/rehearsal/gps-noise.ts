import { STEADY_ACCURACY_SIGMAS } from '../walk/guide/steady-position.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Creates a first-order Gauss-Markov process: a deviation that wanders, with this correlation time. */
export function createWander(random: SeededRandom, sigma: number, correlationMs: number): (afterMs: number) => number {
  let value = sigma * random.normal();
  return (afterMs) => {
    const retained = Math.exp(-afterMs / correlationMs);
    value = retained * value + sigma * Math.sqrt(1 - retained * retained) * random.normal();
    return value;
  };
}

/** Draws the correlation time of the position's error on one walk: 20 to 30 s. */
export function drawCorrelationMs(random: SeededRandom): number {
  return random.between(20_000, 30_000);
}

/** Draws the accuracy that a receiver reports for an error of deviation `sigmaM` per axis: within a fifth. */
export function drawAccuracyM(random: SeededRandom, sigmaM: number): number {
  return STEADY_ACCURACY_SIGMAS * sigmaM * random.between(0.8, 1.2);
}
