import { expect, test } from 'vitest';
import { WAITING_LAYERS, waitingCollection, waitingLayers } from '../../../../app/map/layers/waiting-layers.ts';
import type { Geometry } from '../../../../contracts/geo.ts';

const square: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [0, 0],
    ],
  ],
};
const point: Geometry = { type: 'Point', coordinates: [2.3, 48.8] };

test('a waiting zone has a ring in its middle at low zooms, and a waiting point has itself', () => {
  const { features } = waitingCollection([
    { id: 'zone', name: 'Le jardin', geometry: square },
    { id: 'point', step: 3, name: 'Le banc sous les tilleuls où nous avons attendu le premier tram', geometry: point },
  ]);
  expect(features.map(({ geometry, properties }) => [properties?.itemId, geometry.type, properties?.isMiddle])).toEqual(
    [
      ['zone', 'Polygon', undefined],
      ['zone', 'Point', true],
      ['point', 'Point', undefined],
    ],
  );
  expect(features.map(({ properties }) => properties?.number)).toEqual([undefined, undefined, '3']);
  const [lng, lat] = features[1]?.geometry.type === 'Point' ? features[1].geometry.coordinates : [];
  expect([lng, lat]).toEqual([expect.closeTo(1, 6), expect.closeTo(1, 6)]);
  expect(features.map(({ properties }) => properties?.name)).toEqual([
    undefined,
    'Le jardin',
    'Le banc sous les tilleuls où nous avons…',
  ]);
});

test('every waiting place can be tapped at every zoom, and is named once', () => {
  const colours = { place: '#00f', halo: '#fff', ink: '#000', selected: '#0f0', position: '#00f' };
  const layers = waitingLayers({ ...colours } as Parameters<typeof waitingLayers>[0], ['Noto Sans']);
  const zoomsOf = (id: string) => layers.find((layer) => layer.id === id) ?? {};
  for (const id of WAITING_LAYERS) expect(layers.map((layer) => layer.id)).toContain(id);
  expect(zoomsOf('waiting-zone-dots')).toMatchObject({ maxzoom: 14 });
  expect(zoomsOf('waiting-zone-outlines')).toMatchObject({ minzoom: 14 });
  expect(zoomsOf('waiting-names')).toMatchObject({ filter: ['==', ['geometry-type'], 'Point'] });
});
