import { expect, test } from 'vitest';
import { anchorOffset, chooseReturn } from '../../../../app/map/camera/follower.ts';

const phone = { widthPx: 390, heightPx: 700 };

test.each([
  // At zoom 18 a pixel is 0.2 m.
  ['7 m of noise at rest', [27, 27], 'stay'],
  ['a walker 12 m on', [60, 10], 'glide'],
  ['a walker at the edge of the screen', [0, -340], 'glide'],
  ['a walker who comes out of a tunnel, beyond the screen', [-400, 0], 'jump'],
] as const)('the map’s reaction to %s', (_, offset, way) => {
  expect(chooseReturn(offset, phone)).toBe(way);
});

test('the walker stays above the middle, which the player covers on a small phone', () => {
  const smallPhone = { widthPx: 320, heightPx: 504 };
  const [right, down] = anchorOffset(smallPhone);
  expect(right).toBe(0);
  // From its top, below the status: the player and the walk button cover the lower 240 pixels.
  expect(252 + down).toBeGreaterThan(64);
  expect(252 + down + 40).toBeLessThan(504 - 240);
});
