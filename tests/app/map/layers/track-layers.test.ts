import type { FeatureCollection } from 'geojson';
import { expect, test } from 'vitest';
import { trackData } from '../../../../app/map/layers/track-layers.ts';
import { moveBy } from '../../../../app/position/coordinates.ts';
import type { Position } from '../../../../contracts/geo.ts';

const at = (eastM: number): Position => {
  const { lng, lat } = moveBy({ lng: 2.347, lat: 48.855 }, [eastM, 0]);
  return [lng, lat];
};
const partsOf = (line: readonly Position[], showsCorners = false) =>
  (trackData({ line, showsCorners }) as FeatureCollection).features.map(({ geometry, properties }) => ({
    part: properties?.part,
    coordinates: geometry.type === 'GeometryCollection' ? [] : geometry.coordinates,
  }));

test('a way has its line and ends, and each corner while it is drawn', () => {
  const line = [at(0), at(1), at(50)];
  expect(partsOf(line, true)).toEqual([
    { part: 'line', coordinates: line },
    { part: 'corner', coordinates: at(1) },
    { part: 'end', coordinates: at(50) },
    { part: 'start', coordinates: at(0) },
  ]);
  expect(partsOf([at(0)], true).map(({ part }) => part)).toEqual(['end', 'start']);
  expect(partsOf([])).toEqual([]);
  expect(trackData(null)).toEqual({ type: 'FeatureCollection', features: [] });
});

test('a recorded way is drawn without invisible detail, from its first to its last position', () => {
  const line = Array.from({ length: 10_001 }, (_, index) => at(index / 10));
  const drawn = partsOf(line)[0]?.coordinates ?? [];
  expect(drawn.length).toBeGreaterThan(400);
  expect(drawn.length).toBeLessThan(520);
  expect([drawn[0], drawn.at(-1)]).toEqual([line[0], line.at(-1)]);
});

test('a way over the antimeridian is drawn across it, not around the world', () => {
  const [line] = partsOf([
    [179.999, -16.8],
    [-179.999, -16.8],
    [179.998, -16.8],
  ]);
  expect(((line?.coordinates ?? []) as Position[]).map(([lng]) => lng)).toEqual([
    179.999,
    expect.closeTo(180.001, 9),
    179.998,
  ]);
});
