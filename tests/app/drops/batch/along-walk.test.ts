import { expect, it } from 'vitest';
import { type Fix, findShift, joinFixes, listFixes, placeOnWalk } from '../../../../app/drops/batch/along-walk.ts';
import type { Position } from '../../../../contracts/geo.ts';

const START_MS = Date.UTC(2026, 4, 12, 12);
const MINUTE_MS = 60_000;

/** A walk to the east with a fix each five seconds for 20 minutes, which stands still from minute 10 to 12. */
function walk(startLng = 2): { line: Position[]; timesMs: (number | null)[] } {
  const steps = Array.from({ length: 241 }, (_, index) => index);
  return {
    line: steps.map((step) => [startLng + Math.min(step, 120) * 5e-5 + Math.max(0, step - 144) * 5e-5, 48]),
    timesMs: steps.map((step) => START_MS + step * 5000),
  };
}

const at = (minute: number, durationS = 60) => ({ startMs: START_MS + minute * MINUTE_MS, durationS });

it('puts a sound where the walk was when it began', () => {
  const fixes = listFixes([walk()]);
  expect(placeOnWalk(fixes, at(10.5))).toEqual([expect.closeTo(2.006, 6), 48]);
  // The median of its first 30 seconds, in which the walk went on.
  expect(placeOnWalk(fixes, at(5))?.[0]).toBeCloseTo(2.00315, 6);
});

it('does not believe a single wrong fix', () => {
  const noisy = walk();
  noisy.line[133] = [2.5, 48.5];
  expect(placeOnWalk(listFixes([noisy]), at(10.9))).toEqual([expect.closeTo(2.006, 6), 48]);
});

it('knows nothing before, after, or in a gap of the walk', () => {
  const fixes = listFixes([walk()]);
  expect(placeOnWalk(fixes, at(-1, 10))).not.toBeNull();
  expect(placeOnWalk(fixes, at(-5))).toBeNull();
  expect(placeOnWalk(fixes, at(24))).toBeNull();
  const gap = fixes.filter(({ atMs }) => atMs < START_MS + 2 * MINUTE_MS || atMs > START_MS + 9 * MINUTE_MS);
  expect(placeOnWalk(gap, at(5))).toBeNull();
  expect(placeOnWalk(gap, at(1))).not.toBeNull();
  // Before and after each walk it is the same beside that of another day.
  const nextDay = fixes.map(
    ({ atMs, position: [lng] }): Fix => ({ atMs: atMs + 1440 * MINUTE_MS, position: [lng, 49] }),
  );
  const days = joinFixes(fixes, nextDay);
  expect([at(21, 10), at(24), at(1435), at(1439, 10)].map((span) => placeOnWalk(days, span)?.[1])).toEqual([
    48,
    undefined,
    undefined,
    49,
  ]);
});

it('joins the lines of a file by their times, and leaves out fixes without one', () => {
  const { line, timesMs } = walk();
  const [first, second] = [line.slice(0, 100), line.slice(100)];
  const lines = [
    { line: second, timesMs: timesMs.slice(100) },
    { line: first, timesMs: timesMs.slice(0, 100).map((timeMs, index) => (index === 7 ? null : timeMs)) },
  ];
  expect(placeOnWalk(listFixes(lines), at(10.5))).toEqual([expect.closeTo(2.006, 6), 48]);
});

it('works across the antimeridian', () => {
  const { line, timesMs } = walk(179.994);
  const wrapped = line.map(([lng, lat]): Position => [lng > 180 ? lng - 360 : lng, lat]);
  const place = placeOnWalk(listFixes([{ line: wrapped, timesMs }]), at(10.5));
  expect(Math.abs(place?.[0] ?? 0)).toBeCloseTo(180, 5);
});

it('proposes the whole hours by which a clock was wrong, only if that helps', () => {
  const fixes = listFixes([walk()]);
  const late = [at(1 + 120), at(5 + 120), at(10 + 120)];
  expect(findShift(fixes, late, 0)).toBe(-120 * MINUTE_MS);
  expect(findShift(fixes, late, -120 * MINUTE_MS)).toBeNull();
  expect(findShift(fixes, [at(3)], 0)).toBeNull();
  // Minutes that were corrected by hand stay, and a correction that was wrong is taken back.
  expect(findShift(fixes, [at(1 + 147), at(5 + 147)], -28 * MINUTE_MS)).toBe(-148 * MINUTE_MS);
  expect(findShift(fixes, [at(3)], 60 * MINUTE_MS)).toBe(0);
  expect(findShift([], [at(3)], 0)).toBeNull();
});
