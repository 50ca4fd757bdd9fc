import { expect, test } from 'vitest';
import { measureOddShapes } from '../support/geometry/odd-shapes.ts';

const SHAPES = 100_000;
/** The time limits below count processor time; this one leaves time for a busy machine. */
const TIMEOUT_MS = 1_800_000;

test('100,000 odd shapes take bounded time and memory, and each contains its middle', {
  timeout: TIMEOUT_MS,
}, () => {
  const { slowestMs, totalMs, outside, refused, grownBytes } = measureOddShapes(SHAPES, 2026);
  const grownMib = Math.round(grownBytes / 2 ** 20);
  console.log(
    `${refused} refused, ${Math.round(totalMs)} ms in all, ${Math.round(slowestMs)} ms the slowest, ${grownMib} MiB`,
  );
  expect(outside).toEqual([]);
  expect(slowestMs).toBeLessThan(500);
  expect(totalMs).toBeLessThan(300_000);
  expect(grownBytes).toBeLessThan(500 * 2 ** 20);
});
