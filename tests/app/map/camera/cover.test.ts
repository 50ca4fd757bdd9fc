import { expect, test } from 'vitest';
import { framePadding, isCovered } from '../../../../app/map/camera/cover.ts';

const PHONE = { widthPx: 390, heightPx: 700 };
const walk = { top: 90, left: 12, right: 64, bottom: 280 };

test('framed content stays clear of the map’s edges and of everything that covers it', () => {
  expect(framePadding(null, PHONE)).toEqual({ left: 72, top: 72, right: 72, bottom: 72 });
  expect(framePadding(walk, PHONE)).toEqual({ left: 72, top: 118, right: 92, bottom: 308 });
});

test('beside the editor’s panel, with its own map padding, only the missing rest is added', () => {
  const beside = { left: 0, top: 0, right: 0, bottom: 350 };
  expect(framePadding(walk, PHONE, beside)).toEqual({ left: 72, top: 118, right: 92, bottom: 28 });
  const inAll = framePadding({ ...walk, bottom: 560 }, PHONE, { ...beside, bottom: 600 });
  expect(inAll).toMatchObject({ bottom: 0 });
});

test('with hardly any free space something is still visible', () => {
  const { top, bottom } = framePadding({ ...walk, bottom: 560 }, PHONE);
  expect(PHONE.heightPx - top - bottom).toBeCloseTo(120, 5);
  const none = framePadding(walk, { widthPx: 0, heightPx: 0 });
  expect(none).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
});

test('content under the player or out of the frame counts as covered', () => {
  expect(isCovered([{ x: 100, y: 300 }], walk, PHONE)).toBe(false);
  expect(isCovered([{ x: 100, y: 430 }], walk, PHONE)).toBe(true);
  expect(
    isCovered(
      [
        { x: 100, y: 300 },
        { x: -1, y: 300 },
      ],
      walk,
      PHONE,
    ),
  ).toBe(true);
});
