import { expect, test } from 'vitest';
import { recordedPace, steadyPace } from '../../../app/rehearsal/pace.ts';

test('a steady pace ends at the end of the route', () => {
  const pace = steadyPace(100, 2);
  expect(pace.walkMs).toBe(50_000);
  expect([0, 10_000, 50_000, 90_000].map(pace.alongM)).toEqual([0, 20, 100, 100]);
  expect([0, 20, 100, 120].map(pace.atMs)).toEqual([0, 10_000, 50_000, 50_000]);
});

test('a recorded pace has its speed, stands in a rest, and reaches a spot at its first time', () => {
  const pace = recordedPace([0, 10, 70, 80], [0, 20, 20, 60]);
  expect(pace.walkMs).toBe(80_000);
  expect([0, 5000, 10_000, 40_000, 70_000, 75_000, 80_000, 99_000].map(pace.alongM)).toEqual([
    0, 10, 20, 20, 20, 40, 60, 60,
  ]);
  expect([0, 10, 20, 40, 60].map(pace.atMs)).toEqual([0, 5000, 10_000, 75_000, 80_000]);
});

test('two moments at one time cause no division by zero', () => {
  const pace = recordedPace([0, 10, 10, 20], [0, 10, 10, 20]);
  expect([5000, 10_000, 15_000].map(pace.alongM)).toEqual([5, 10, 15]);
});
