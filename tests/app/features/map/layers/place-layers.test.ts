import type { LayerSpecification } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import {
  CLUSTERS_END_ZOOM,
  placeLayers,
  placesCollection,
} from '../../../../../app/features/map/layers/place-layers.ts';
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
  it('draw points with 8 pixels, 12 when selected, blue and green, through which the map is seen', () => {
    const { paint } = layer('place-points');
    expect(branches(paint, 'circle-radius')).toEqual(expect.arrayContaining([12, 8]));
    expect(branches(paint, 'circle-color')).toEqual(expect.arrayContaining(['green', 'blue']));
    expect(paint).toMatchObject({ 'circle-opacity': 0.7 });
  });

  it('fill zones to six tenths', () => {
    const { paint } = layer('place-zones');
    expect(branches(paint, 'fill-color')).toEqual(expect.arrayContaining(['green', 'blue']));
    expect(paint).toMatchObject({ 'fill-opacity': 0.6 });
  });

  it('name places at close zooms only, where no cluster stands for them', () => {
    const names = layers.find(({ id }) => id === 'place-names');
    expect(names?.minzoom).toBeGreaterThan(CLUSTERS_END_ZOOM);
    expect(names).toMatchObject({ layout: { 'text-field': ['get', 'name'] } });
  });
});

describe('the places as GeoJSON', () => {
  it('have their name, and the word for none', () => {
    const place = {
      id: PlaceId.parse(1),
      feature: { type: 'Point' as const, coordinates: [2, 48] as [number, number] },
    };
    const names = placesCollection([
      { ...place, appelation: ' Le pont ' },
      { ...place, appelation: ' ' },
    ]).features.map(({ properties }) => properties?.name);
    expect(names).toEqual(['Le pont', 'Untitled']);
  });
});
