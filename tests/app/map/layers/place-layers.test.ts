import type { Feature } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import { clusterPlaces } from '../../../../app/map/layers/clusters.ts';
import { type DrawnPlace, NAMES_MIN_ZOOM } from '../../../../app/map/layers/drawn-places.ts';
import {
  clustersCollection,
  placeLayers,
  placesCollection,
  selectedDot,
} from '../../../../app/map/layers/place-layers.ts';
import type { Position } from '../../../../contracts/geo.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';

const colours = {
  place: 'blue',
  selected: 'green',
  highlight: 'coral',
  states: { planned: 'amber', draft: 'grey', waiting: 'violet', hidden: 'rose' },
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

/** The values in an expression for the selected place and for the others. */
function branches(paint: object, property: string): readonly unknown[] {
  const expression: unknown = Reflect.get(paint, property);
  return Array.isArray(expression)
    ? expression.filter((part) => !Array.isArray(part) && part !== 'case')
    : [expression];
}

describe('the layers of the places', () => {
  it('draw points with 8 pixels in translucent blue', () => {
    const { paint } = layer('place-points');
    expect(paint).toMatchObject({ 'circle-radius': 8 });
    expect(branches(paint, 'circle-color')).toContain('blue');
    expect(branches(paint, 'circle-opacity')).toEqual([0, 0.7]);
  });

  it('draw the selected point with 12 pixels in green, above all other circles', () => {
    const { paint } = layer('place-point-selected');
    expect(branches(paint, 'circle-radius')).toEqual([12, 0]);
    expect(branches(paint, 'circle-color')).toContain('green');
    expect(branches(paint, 'circle-opacity')).toEqual([0.7, 0]);
    const order = layers.map(({ id }) => id);
    for (const id of [
      'place-zones',
      'place-zone-outlines',
      'place-points',
      'place-spots',
      'place-dots',
      'place-groups',
    ]) {
      expect(order.indexOf(id), id).toBeLessThan(order.indexOf('place-point-selected'));
    }
  });

  it('draw points above zones, so that those inside are visible', () => {
    const order = layers.map(({ id }) => id);
    expect(order.indexOf('place-points')).toBeGreaterThan(order.indexOf('place-zone-outlines'));
  });

  it('fill zones at 0.6 opacity, or 0.1 if wider than the view, with their outline', () => {
    const { paint } = layer('place-zones');
    expect(branches(paint, 'fill-color')).toEqual(expect.arrayContaining(['green', 'blue']));
    expect(paint).toMatchObject({
      'fill-opacity': ['case', ['boolean', ['feature-state', 'isWide'], false], 0.1, 0.6],
    });
    expect(branches(layer('place-zone-outlines').paint, 'line-width')).toEqual([3.5, 2]);
  });

  it('reserve space for the walker’s dot above all names', () => {
    const symbols = layers.filter(({ type }) => type === 'symbol').map(({ id }) => id);
    expect(symbols.indexOf('walker-room')).toBeGreaterThan(symbols.indexOf('place-names'));
    expect(symbols.indexOf('walker-room')).toBeGreaterThan(symbols.indexOf('place-zone-names'));
    expect(layers.find(({ id }) => id === 'walker-room')).toMatchObject({
      source: 'accuracy',
      filter: ['==', ['geometry-type'], 'Point'],
    });
  });

  it('name places at close zooms only, and show the number of one in an order at the others', () => {
    const names = layers.find(({ id }) => id === 'place-names');
    expect(names).toMatchObject({
      source: 'place-labels',
      layout: {
        'text-field': ['step', ['zoom'], ['coalesce', ['get', 'number'], ''], NAMES_MIN_ZOOM, ['get', 'name']],
      },
    });
  });
});

describe('the places as GeoJSON', () => {
  it('mark those without audio, and those sharing one circle', () => {
    const feature = { type: 'Point' as const, coordinates: [2, 48] as [number, number] };
    const [alone, ...shared] = [1, 2, 3].map((id) => ({
      id: PlaceId.parse(id),
      appelation: 'Le pont',
      feature,
      media: id === 2 ? null : {},
    }));
    if (alone === undefined) throw new Error('Got no place');
    const sharedPoint = { position: feature.coordinates, placeIds: shared.map(({ id }) => id) };
    const places = [alone, ...shared];
    const { features } = placesCollection(places, [sharedPoint], clusterPlaces(places, [sharedPoint]));
    expect(features.map(({ properties }) => properties)).toEqual([
      { placeId: 1, isSilent: false, inSharedPoint: false, fromZoom: 17 },
      { placeId: 2, isSilent: true, inSharedPoint: true, fromZoom: 17 },
      { placeId: 3, isSilent: false, inSharedPoint: true, fromZoom: 17 },
    ]);
  });

  it('draw each place once per zoom: grouped, as a dot or as its shape; the selected one always', () => {
    const zone = square(2, 2.01, 48, 0.0002);
    const places = [zone, point(3, 2.0101, 48), point(4, 2.3, 48), square(5, 2.4, 48, 0.01)];
    const clustering = clusterPlaces(places, []);
    const shown = placesCollection(places, [], clustering).features;
    const further = clustersCollection(places, clustering).features;
    const dot = selectedDot(places, zone.id, clustering).features;
    for (let zoom = 0; zoom <= 20; zoom++) {
      const here = ({ properties }: Feature): boolean =>
        Number(properties?.fromZoom) <= zoom && zoom < Number(properties?.endZoom ?? 99);
      const drawn = [...shown, ...further].filter(here);
      const count = drawn.reduce((sum, { properties }) => sum + Number(properties?.count ?? 1), 0);
      expect(count, `at ${zoom}`).toBe(places.length);
      const isDrawn = shown.filter(here).some(({ properties }) => properties?.placeId === zone.id);
      expect(dot.filter(here), `at ${zoom}`).toHaveLength(isDrawn ? 0 : 1);
    }
  });
});

function point(id: number, lng: number, lat: number): DrawnPlace {
  return {
    id: PlaceId.parse(id),
    appelation: 'Le pont',
    feature: { type: 'Point', coordinates: [lng, lat] },
    media: {},
  };
}

function square(id: number, lng: number, lat: number, half: number): DrawnPlace {
  const [w, e, s, n] = [lng - half, lng + half, lat - half, lat + half];
  const ring: Position[] = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  return { ...point(id, lng, lat), feature: { type: 'Polygon', coordinates: [ring] } };
}
