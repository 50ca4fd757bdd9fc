import { describe, expect, it } from 'vitest';
import { angleBetween, headingOf, type Orientation } from '../../../../app/platform/position/compass-sensor.ts';

const flat: Orientation = { alpha: 0, beta: 0, absolute: true };

describe('the heading', () => {
  it('is Safari’s value', () => {
    expect(headingOf({ ...flat, absolute: false, webkitCompassHeading: 42 }, 0)).toBe(42);
  });

  it('is unknown if Safari reports a disturbed compass', () => {
    expect(headingOf({ ...flat, webkitCompassHeading: -1 }, 0)).toBeNull();
  });

  it('is opposite to alpha, which is counter-clockwise', () => {
    expect([0, 90, 180, 270].map((alpha) => headingOf({ ...flat, alpha }, 0))).toEqual([0, 270, 180, 90]);
  });

  it('stays the same when the phone is raised, and turns by 180° when it is overhead', () => {
    expect(headingOf({ ...flat, alpha: 90, beta: 80 }, 0)).toBe(270);
    expect(headingOf({ ...flat, alpha: 90, beta: 100 }, 0)).toBe(90);
    expect(headingOf({ ...flat, alpha: 90, beta: -100 }, 0)).toBe(90);
  });

  it('is that of the screen contents’ upper edge in landscape', () => {
    expect(headingOf({ ...flat, alpha: 90 }, 90)).toBe(0);
    expect(headingOf({ ...flat, webkitCompassHeading: 350 }, 90)).toBe(80);
  });

  it('is unknown if alpha is missing or not relative to north', () => {
    expect(headingOf({ ...flat, absolute: false }, 0)).toBeNull();
    expect(headingOf({ ...flat, alpha: null }, 0)).toBeNull();
  });
});

describe('the angle between two directions', () => {
  it('goes the short way round', () => {
    expect(angleBetween(10, 350)).toBe(20);
    expect(angleBetween(350, 10)).toBe(20);
    expect(angleBetween(90, 270)).toBe(180);
    expect(angleBetween(42, 42)).toBe(0);
  });
});
