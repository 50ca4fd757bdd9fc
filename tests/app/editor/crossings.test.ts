import { describe, expect, it } from 'vitest';
import { crossesItself, shapeFault } from '../../../app/editor/crossings.ts';
import type { Position } from '../../../contracts/geo.ts';

const crosses = (...open: Position[]): boolean =>
  crossesItself({ type: 'Polygon', coordinates: [[...open, open[0] ?? [0, 0]]] });

describe('an outline', () => {
  it('around a square or an L does not cross itself', () => {
    expect(crosses([0, 0], [2, 0], [2, 2], [0, 2])).toBe(false);
    expect(crosses([0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2])).toBe(false);
    expect(crosses([0, 0], [1, 0], [2, 0], [2, 2])).toBe(false);
  });

  it('crosses itself in a bow tie, whichever edge comes first', () => {
    expect(crosses([0, 0], [2, 2], [2, 0], [0, 2])).toBe(true);
    expect(crosses([2, 2], [2, 0], [0, 2], [0, 0])).toBe(true);
  });

  it('crosses itself if a vertex touches another edge, or it doubles back', () => {
    expect(crosses([0, 0], [4, 0], [4, 4], [2, 0], [0, 4])).toBe(true);
    expect(crosses([0, 0], [4, 0], [2, 0], [2, 3])).toBe(true);
  });

  it('does not cross itself if a corner was tapped twice', () => {
    expect(crosses([0, 0], [0, 0], [2, 0], [2, 2], [2, 2], [0, 2])).toBe(false);
  });

  it('of a point cannot cross itself', () => {
    expect(crossesItself({ type: 'Point', coordinates: [0, 0] })).toBe(false);
  });

  it('is also judged with the maximum number of positions', () => {
    const round = Array.from({ length: 9999 }, (_, at): Position => {
      const angle = (at / 9999) * 2 * Math.PI;
      return [Math.cos(angle), Math.sin(angle)];
    });
    expect(crosses(...round)).toBe(false);
    expect(crosses(...round, [0.5, 2], [-0.5, 2])).toBe(true);
  });
});

describe('a shape', () => {
  const faultOf = (...open: Position[]) => shapeFault({ type: 'Polygon', coordinates: [[...open, open[0] ?? [0, 0]]] });

  it('has no fault across the antimeridian, nor long and narrow', () => {
    expect(faultOf([179.999, -16.8], [-179.999, -16.8], [-179.999, -16.799], [179.999, -16.799])).toBeNull();
    expect(faultOf([2.3, 48.855], [2.436, 48.855], [2.436, 48.855018], [2.3, 48.855018])).toBeNull();
    expect(shapeFault({ type: 'Point', coordinates: [0, 0] })).toBeNull();
  });

  it('is reported as too flat before it is reported as crossing itself', () => {
    expect(faultOf([2.3, 48.855], [2.368, 48.855], [2.35, 48.8550001])).toBe('flat');
    expect(faultOf([2.3, 48.855], [2.31, 48.855], [2.305, 48.855])).toBe('flat');
    expect(faultOf([0, 0], [2, 2], [2, 0], [0, 2])).toBe('crossing');
    expect(faultOf([179.999, 0], [-179.999, 0.002], [-179.999, 0], [179.999, 0.002])).toBe('crossing');
  });
});
