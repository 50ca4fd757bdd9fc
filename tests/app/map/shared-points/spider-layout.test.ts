import { expect, test } from 'vitest';
import { shiftIntoView } from '../../../../app/map/camera/cover.ts';
import {
  fitsSpider,
  SPIDER_MAX,
  SPIDER_TARGET_PX,
  spiderNamePx,
  spiderReach,
  spreadOut,
} from '../../../../app/map/shared-points/spider-layout.ts';

const counts = Array.from({ length: SPIDER_MAX - 1 }, (_, index) => index + 2);

test.each(counts)('%i places are rows with names on both sides, a finger apart, and fit on a small phone', (count) => {
  const offsets = spreadOut(count);
  expect(offsets).toHaveLength(count);
  const [reachRight, reachDown] = spiderReach(count, spiderNamePx(320));
  for (const [at, [x, y]] of offsets.entries()) {
    for (const [otherX, otherY] of offsets.slice(0, at)) {
      // The places on the other side have their names there, too.
      if (Math.sign(x) === Math.sign(otherX)) expect(Math.abs(y - otherY)).toBeGreaterThanOrEqual(SPIDER_TARGET_PX);
    }
    // Their targets leave the shared point in the middle free, because a tap there closes the spider.
    expect(Math.abs(x)).toBeGreaterThan(SPIDER_TARGET_PX / 2);
    expect(Math.abs(x) + SPIDER_TARGET_PX / 2 + spiderNamePx(320)).toBeLessThanOrEqual(reachRight);
    expect(Math.abs(y) + SPIDER_TARGET_PX / 2).toBeLessThanOrEqual(reachDown);
  }
  expect(2 * reachRight).toBeLessThanOrEqual(320);
  expect(fitsSpider(count, { widthPx: 390, heightPx: 667 })).toBe(true);
});

test('a name has the width that the map leaves', () => {
  expect(spiderNamePx(390)).toBeGreaterThan(70);
  expect(2 * spiderReach(17, spiderNamePx(390))[0]).toBeLessThanOrEqual(390 - 64 - 12);
  expect(spiderNamePx(1440)).toBe(180);
});

test('more places than a fan can hold, and those on a low map, are a list', () => {
  expect(fitsSpider(SPIDER_MAX + 1, { widthPx: 1440, heightPx: 900 })).toBe(false);
  expect(fitsSpider(17, { widthPx: 844, heightPx: 390 })).toBe(false);
  expect(fitsSpider(4, { widthPx: 844, heightPx: 390 })).toBe(true);
});

const phone = { widthPx: 390, heightPx: 780 };

test('a fan with space around stays; one at an edge moves inwards, clear of any cover', () => {
  expect(shiftIntoView([170, 380], [134, 134], phone)).toEqual([0, 0]);
  expect(shiftIntoView([10, 380], [134, 134], phone)).toEqual([136, 0]);
  const [right, down] = shiftIntoView([380, 760], [134, 134], phone);
  expect(380 + right + 134).toBeLessThanOrEqual(390 - 64);
  expect(760 + down + 134).toBeLessThanOrEqual(780 - 150);
});

test('a fan without space moves to the middle of the free area', () => {
  const [right] = shiftIntoView([300, 250], [146, 146], { widthPx: 320, heightPx: 504 });
  expect(300 + right).toBe((12 + 320 - 64) / 2);
});
