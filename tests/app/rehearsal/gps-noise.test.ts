import { describe, expect, test } from 'vitest';
import { createWander, drawAccuracyM } from '../../../app/rehearsal/gps-noise.ts';
import { createSeededRandom } from '../../../app/rehearsal/seeded-random.ts';

describe('the simulated noise', () => {
  const sigmaM = 8;
  const correlationMs = 25_000;
  const wander = createWander(createSeededRandom(1), sigmaM, correlationMs);
  const errors = Array.from({ length: 200_000 }, () => wander(1000));
  const covariance = (lag: number): number =>
    errors.slice(lag).reduce((sum, error, index) => sum + error * (errors[index] ?? 0), 0) / (errors.length - lag);

  test('has the requested deviation', () => {
    expect(Math.sqrt(covariance(0)) / sigmaM).toBeCloseTo(1, 1);
  });

  test('decays exponentially, like a first-order Gauss-Markov process', () => {
    expect(covariance(25) / covariance(0)).toBeCloseTo(Math.exp(-1), 1);
    expect(covariance(50) / covariance(0)).toBeCloseTo(Math.exp(-2), 1);
  });
});

test('the reported accuracy is 2.45 deviations, within a fifth', () => {
  const chance = createSeededRandom(2);
  const told = Array.from({ length: 1000 }, () => drawAccuracyM(chance, 8) / 8);
  expect(Math.min(...told)).toBeGreaterThan(0.79 * 2.4477);
  expect(Math.max(...told)).toBeLessThan(1.21 * 2.4477);
});
