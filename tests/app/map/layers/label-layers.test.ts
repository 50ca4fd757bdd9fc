import { describe, expect, it } from 'vitest';
import { clusterPlaces } from '../../../../app/map/layers/clusters.ts';
import { type DrawnPlace, findSharedPoints } from '../../../../app/map/layers/drawn-places.ts';
import { labelsCollection } from '../../../../app/map/layers/label-layers.ts';
import { mapStrings } from '../../../../app/map/map-words.ts';
import { formatNumberedName } from '../../../../app/places/place-words.ts';
import type { Geometry, Position } from '../../../../contracts/geo.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';

const CENTRE: Position = [2.347, 48.855];
const SQUARE: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [2.346, 48.8545],
      [2.348, 48.8545],
      [2.348, 48.8555],
      [2.346, 48.8555],
      [2.346, 48.8545],
    ],
  ],
};

function place(id: number, change: Partial<DrawnPlace> = {}): DrawnPlace {
  const feature: Geometry = { type: 'Point', coordinates: [2.347 + id / 1000, 48.855] };
  return { id: PlaceId.parse(id), appelation: `Lieu ${id}`, feature, media: {}, ...change };
}

function labels(places: readonly DrawnPlace[], heard: readonly number[] = []) {
  const heardIds = heard.map((id) => PlaceId.parse(id));
  const sharedPoints = findSharedPoints(places);
  const { features } = labelsCollection(places, sharedPoints, heardIds, clusterPlaces(places, sharedPoints), {
    nameOf: formatNumberedName,
    placeCount: mapStrings.placeCount,
  });
  return features.map(({ geometry, properties }): Record<string, unknown> => {
    return { at: geometry.type === 'Point' ? geometry.coordinates : null, ...properties };
  });
}

describe('the names and marks of places', () => {
  it('appear once each: at the point, and in the middle of a zone', () => {
    const [point, zone, ...others] = labels([place(1), place(2, { feature: SQUARE, appelation: ' ' })]);
    expect(point).toMatchObject({ at: [2.348, 48.855], name: 'Lieu 1', isZone: false });
    expect(zone).toMatchObject({ name: 'Untitled', isZone: true });
    expect(zone?.at).toEqual([expect.closeTo(2.347, 6), expect.closeTo(48.855, 6)]);
    expect(others).toEqual([]);
  });

  it('have the number of a place in an order, which alone is shown at lower zooms', () => {
    const feature: Geometry = { type: 'Point', coordinates: CENTRE };
    const shared = [place(2, { feature, step: 3 }), place(3, { feature }), place(4, { feature, step: 12 })];
    expect(labels([place(1, { step: 2 }), place(5), ...shared])).toMatchObject([
      { name: '2. Lieu 1', number: '2' },
      { name: 'Lieu 5' },
      { name: '3\u00a0lieux (3, 12)', number: '3, 12' },
    ]);
    expect(labels([place(5)])[0]).not.toHaveProperty('number');
  });

  it('mark heard places and those without audio, each by its own sign', () => {
    const media = null;
    const zone = { feature: SQUARE };
    const places = [
      place(1),
      place(2),
      place(3, { media }),
      place(4, zone),
      place(5, zone),
      place(6, { ...zone, media }),
    ];
    const [fresh, heard, silent, freshZone, heardZone, silentZone] = labels(places, [2, 5]);
    const signs = [fresh, heard, silent, freshZone, heardZone, silentZone].map((label) =>
      [label?.image, label?.isSilent].join(),
    );
    expect(new Set(signs).size).toBe(6);
    expect(fresh).not.toHaveProperty('isSilent');
    expect(heard?.image).toBe('heard-point');
    expect(silent?.isSilent).toBe(true);
    expect(heardZone?.image).toBe('heard-zone');
    expect(silentZone?.image).toBe('silent-zone');
  });

  it('show a shared point once, with its count, and as heard or silent only if all of it is', () => {
    const feature: Geometry = { type: 'Point', coordinates: CENTRE };
    const shared = [1, 2, 3].map((id) => place(id, { feature }));
    expect(labels(shared, [1, 2])).toEqual([
      { at: CENTRE, name: '3\u00a0lieux', count: 3, sharedPoint: 0, fromZoom: 0, image: 'blank-point' },
    ]);
    expect(labels(shared, [1, 2, 3])).toMatchObject([{ image: 'heard-point' }]);
    expect(labels(shared.map((one) => ({ ...one, media: null })))).toMatchObject([{ isSilent: true }]);
  });
});
