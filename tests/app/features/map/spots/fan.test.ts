import { expect, test } from 'vitest';
import {
  FAN_MAX,
  FAN_TARGET_PX,
  fanOut,
  fanReachPx,
  shiftIntoView,
} from '../../../../../app/features/map/spots/fan.ts';

const counts = Array.from({ length: FAN_MAX - 1 }, (_, index) => index + 2);

test.each(counts)('%i places are so far apart that a finger finds each, and fit on a small phone', (count) => {
  const offsets = fanOut(count);
  expect(offsets).toHaveLength(count);
  for (const [at, [x, y]] of offsets.entries()) {
    for (const [otherX, otherY] of offsets.slice(0, at)) {
      expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThanOrEqual(FAN_TARGET_PX);
    }
    // The spot in the middle closes the fan.
    expect(Math.hypot(x, y)).toBeGreaterThanOrEqual(FAN_TARGET_PX);
    expect(Math.max(Math.abs(x), Math.abs(y)) + FAN_TARGET_PX / 2).toBeLessThanOrEqual(fanReachPx(count));
  }
  expect(2 * fanReachPx(count)).toBeLessThanOrEqual(320);
});

const phone = { widthPx: 390, heightPx: 780 };

test('a fan in the open stays where it is; one at an edge comes in, from under what covers it', () => {
  expect(shiftIntoView([170, 380], 134, phone)).toEqual([0, 0]);
  expect(shiftIntoView([10, 380], 134, phone)).toEqual([136, 0]);
  const [right, down] = shiftIntoView([380, 760], 134, phone);
  expect(380 + right + 134).toBeLessThanOrEqual(390 - 64);
  expect(760 + down + 134).toBeLessThanOrEqual(780 - 150);
});

test('where there is no room it comes to the middle of what is free', () => {
  const [right] = shiftIntoView([300, 250], 146, { widthPx: 320, heightPx: 504 });
  expect(300 + right).toBe((12 + 320 - 64) / 2);
});
