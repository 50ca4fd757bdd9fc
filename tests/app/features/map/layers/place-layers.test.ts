import type { LayerSpecification } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import { CLUSTERS_END_ZOOM, NAMES_MIN_ZOOM } from '../../../../../app/features/map/layers/drawn-place.ts';
import { placeLayers, placesCollection } from '../../../../../app/features/map/layers/place-layers.ts';
import { PlaceId } from '../../../../../contracts/vocabulary.ts';

const colours = {
  place: 'blue',
  selected: 'green',
  highlight: 'coral',
  position: 'navy',
  ink: 'black',
  halo: 'white',
};
const layers = placeLayers(colours, ['Noto Sans Regular']);

function layer(id: string): LayerSpecification & { readonly paint: object } {
  const found = layers.find((one) => one.id === id);
  if (found === undefined || !('paint' in found) || found.paint === undefined) throw new Error(`No layer ${id}`);
  return { ...found, paint: found.paint };
}

/** What stands in an expression for the selected place, and for the others. */
function branches(paint: object, property: string): readonly unknown[] {
  const expression: unknown = Reflect.get(paint, property);
  return Array.isArray(expression)
    ? expression.filter((part) => !Array.isArray(part) && part !== 'case')
    : [expression];
}

describe('the layers of the places', () => {
  it('draw points with 8 pixels in blue, through which the map is seen', () => {
    const { paint } = layer('place-points');
    expect(paint).toMatchObject({ 'circle-radius': 8 });
    expect(branches(paint, 'circle-color')).toContain('blue');
    expect(branches(paint, 'circle-opacity')).toEqual([0, 0.7]);
  });

  it('draw the selected point with 12 pixels in green, above all other circles, and below none', () => {
    const { paint } = layer('place-point-selected');
    expect(branches(paint, 'circle-radius')).toEqual([12, 0]);
    expect(branches(paint, 'circle-color')).toContain('green');
    expect(branches(paint, 'circle-opacity')).toEqual([0.7, 0]);
    const order = layers.map(({ id }) => id);
    for (const id of ['place-zones', 'place-zone-outlines', 'place-points', 'place-spots']) {
      expect(order.indexOf(id), id).toBeLessThan(order.indexOf('place-point-selected'));
    }
  });

  it('draw points above zones, so that those inside are seen', () => {
    const order = layers.map(({ id }) => id);
    expect(order.indexOf('place-points')).toBeGreaterThan(order.indexOf('place-zone-outlines'));
  });

  it('fill zones to six tenths', () => {
    const { paint } = layer('place-zones');
    expect(branches(paint, 'fill-color')).toEqual(expect.arrayContaining(['green', 'blue']));
    expect(paint).toMatchObject({ 'fill-opacity': 0.6 });
  });

  it('name places at close zooms only, where no cluster stands for them', () => {
    expect(NAMES_MIN_ZOOM).toBeGreaterThan(CLUSTERS_END_ZOOM);
    const names = layers.find(({ id }) => id === 'place-names');
    expect(names).toMatchObject({
      source: 'place-labels',
      layout: { 'text-field': ['step', ['zoom'], '', NAMES_MIN_ZOOM, ['get', 'name']] },
    });
  });
});

describe('the places as GeoJSON', () => {
  it('say which have no audio, and which are one circle with others', () => {
    const feature = { type: 'Point' as const, coordinates: [2, 48] as [number, number] };
    const [alone, ...shared] = [1, 2, 3].map((id) => ({
      id: PlaceId.parse(id),
      appelation: 'Le pont',
      feature,
      media: id === 2 ? null : {},
    }));
    if (alone === undefined) throw new Error('Got no place');
    const spot = { position: feature.coordinates, placeIds: shared.map(({ id }) => id) };
    const { features } = placesCollection([alone, ...shared], [spot]);
    expect(features.map(({ properties }) => properties)).toEqual([
      { placeId: 1, isSilent: false, inSpot: false },
      { placeId: 2, isSilent: true, inSpot: true },
      { placeId: 3, isSilent: false, inSpot: true },
    ]);
  });
});
