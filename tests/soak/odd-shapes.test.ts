import { expect, test } from 'vitest';
import { measureOddShapes } from '../support/odd-shapes.ts';

test('100,000 odd shapes take a bounded time and memory, and the middle of each lies in it', () => {
  const { slowestMs, totalMs, outside, refused, grownBytes } = measureOddShapes(100_000, 2026);
  console.log(`${refused} refused, ${Math.round(totalMs)} ms in all, ${Math.round(slowestMs)} ms the slowest`);
  expect(outside).toEqual([]);
  expect(slowestMs).toBeLessThan(500);
  expect(totalMs).toBeLessThan(300_000);
  expect(grownBytes).toBeLessThan(500 * 2 ** 20);
});
