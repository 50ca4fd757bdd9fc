import { describe, expect, it } from 'vitest';
import { inwardDirection, swipeDirection } from '../../../app/ui/use-swipe.ts';

const from = { x: 100, y: 100 };

describe('a swipe', () => {
  it.each([
    [{ x: 111, y: 100 }, 'right'],
    [{ x: 89, y: 109 }, 'left'],
    [{ x: 400, y: 390 }, 'right'],
  ])('to %o goes %s', (to, direction) => {
    expect(swipeDirection(from, to, 10)).toBe(direction);
  });

  it.each([
    ['as far as a tap may wander', { x: 110, y: 100 }],
    ['more down than sideways', { x: 150, y: 151 }],
    ['as much down as sideways', { x: 150, y: 50 }],
    ['nowhere', from],
  ])('does not go %s', (_, to) => {
    expect(swipeDirection(from, to, 10)).toBeNull();
  });
});

describe('a finger near the edge of a box', () => {
  const box = { left: 20, right: 220 };

  it.each([
    ['at the left', 20, 'right'],
    ['just within the left edge', 51, 'right'],
    ['just within the right edge', 189, 'left'],
    ['at the right', 220, 'left'],
  ] as const)('%s moves inwards to the %s', (_, x, direction) => {
    expect(inwardDirection(x, box, 32)).toBe(direction);
  });

  it.each([52, 120, 188, 19, 221])('is not near an edge at %i', (x) => {
    expect(inwardDirection(x, box, 32)).toBeNull();
  });
});
