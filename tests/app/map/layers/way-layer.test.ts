import { expect, test } from 'vitest';
import { clusterPlaces } from '../../../../app/map/layers/clusters.ts';
import { zoneMiddle } from '../../../../app/map/layers/shape-geometry.ts';
import { wayCollection } from '../../../../app/map/layers/way-layer.ts';
import type { Place } from '../../../../contracts/place.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const point = (id: number, lng: number, step?: number): Place =>
  listedPlace(id, { feature: { type: 'Point', coordinates: [lng, 48.85] }, ...(step === undefined ? {} : { step }) });
const lines = (places: readonly Place[]) =>
  wayCollection(places, clusterPlaces(places, [])).features.map(({ geometry }) =>
    geometry.type === 'LineString' ? geometry.coordinates : null,
  );

test('the way leads from each numbered place to the next one, also over the antimeridian', () => {
  expect(lines([point(1, 2.3, 1), point(2, 2.4, 2), point(3, 2.5)])).toEqual([
    [
      [2.3, 48.85],
      [2.4, 48.85],
    ],
  ]);
  expect(lines([point(1, 179.9, 1), point(2, -179.9, 2)])[0]?.[1]?.[0]).toBeCloseTo(180.1);
});

test('there is no way without an order, or along a single place', () => {
  expect([lines([point(1, 2.3), point(2, 2.4)]), lines([point(1, 2.3, 1), point(2, 2.4)])]).toEqual([[], []]);
});

test('in a zone the way leads to where its name is', () => {
  const ring: [number, number][] = [
    [2.3, 48.8],
    [2.4, 48.8],
    [2.3, 48.9],
    [2.3, 48.8],
  ];
  const feature = { type: 'Polygon' as const, coordinates: [ring] };
  const middle = [...zoneMiddle(feature)];
  expect(lines([listedPlace(1, { feature, step: 1 }), point(2, 2.5, 2)])[0]?.[0]).toEqual(middle);
});
