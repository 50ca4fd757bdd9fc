import { expect, test } from 'vitest';
import { framePadding, isCovered } from '../../../../../app/features/map/camera/frame.ts';

const PHONE = { widthPx: 390, heightPx: 700 };
const walk = { top: 90, left: 12, right: 64, bottom: 280 };

test('what is framed stays clear of all that covers the map, and of its edges', () => {
  expect(framePadding(null, PHONE)).toEqual({ left: 72, top: 72, right: 72, bottom: 72 });
  expect(framePadding(walk, PHONE)).toEqual({ left: 72, top: 118, right: 92, bottom: 308 });
});

test('beside the editor’s panel, for which the map has a padding of its own, only what is missing is added', () => {
  const beside = { left: 0, top: 0, right: 0, bottom: 350 };
  expect(framePadding(walk, PHONE, beside)).toEqual({ left: 72, top: 118, right: 92, bottom: 28 });
  const inAll = framePadding({ ...walk, bottom: 560 }, PHONE, { ...beside, bottom: 600 });
  expect(inAll).toMatchObject({ bottom: 0 });
});

test('where hardly anything is free, something is still seen', () => {
  const { top, bottom } = framePadding({ ...walk, bottom: 560 }, PHONE);
  expect(PHONE.heightPx - top - bottom).toBeCloseTo(120, 5);
  const none = framePadding(walk, { widthPx: 0, heightPx: 0 });
  expect(none).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
});

test('what lies under the player, or out of the frame, is covered', () => {
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
