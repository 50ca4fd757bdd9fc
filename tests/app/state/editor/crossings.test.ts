import { describe, expect, it } from 'vitest';
import { crossesItself } from '../../../../app/state/editor/crossings.ts';
import type { Position } from '../../../../contracts/geo.ts';

const crosses = (...open: Position[]): boolean =>
  crossesItself({ type: 'Polygon', coordinates: [[...open, open[0] ?? [0, 0]]] });

describe('an outline', () => {
  it('that goes around a square or an L crosses nothing', () => {
    expect(crosses([0, 0], [2, 0], [2, 2], [0, 2])).toBe(false);
    expect(crosses([0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2])).toBe(false);
    expect(crosses([0, 0], [1, 0], [2, 0], [2, 2])).toBe(false);
  });

  it('crosses itself where it is a bow tie, whichever edge comes first', () => {
    expect(crosses([0, 0], [2, 2], [2, 0], [0, 2])).toBe(true);
    expect(crosses([2, 2], [2, 0], [0, 2], [0, 0])).toBe(true);
  });

  it('crosses itself where a vertex touches another edge, or it goes back the way it came', () => {
    expect(crosses([0, 0], [4, 0], [4, 4], [2, 0], [0, 4])).toBe(true);
    expect(crosses([0, 0], [4, 0], [2, 0], [2, 3])).toBe(true);
  });

  it('of a point can not cross', () => {
    expect(crossesItself({ type: 'Point', coordinates: [0, 0] })).toBe(false);
  });

  it('of as many positions as a zone may have is judged as well', () => {
    const round = Array.from({ length: 9999 }, (_, at): Position => {
      const angle = (at / 9999) * 2 * Math.PI;
      return [Math.cos(angle), Math.sin(angle)];
    });
    expect(crosses(...round)).toBe(false);
    expect(crosses(...round, [0.5, 2], [-0.5, 2])).toBe(true);
  });
});
