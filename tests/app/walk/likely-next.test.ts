import { describe, expect, it } from 'vitest';
import { moveBy } from '../../../app/position/coordinates.ts';
import { type Heading, likelyNext } from '../../../app/walk/story-prefetch.ts';
import type { Geometry, Position } from '../../../contracts/geo.ts';

const HERE = { lng: 2.3425, lat: 48.8565 };

function at(eastM: number, northM: number): Position {
  const { lng, lat } = moveBy(HERE, [eastM, northM]);
  return [lng, lat];
}

const point = (name: string, eastM: number, northM: number) => ({
  name,
  feature: { type: 'Point', coordinates: at(eastM, northM) } satisfies Geometry,
});
const zone = (name: string, west: number, south: number, east: number, north: number) => ({
  name,
  feature: {
    type: 'Polygon',
    coordinates: [[at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)]],
  } satisfies Geometry,
});

const standing: Heading = { ...HERE, headingDeg: null, speedMps: null };
const walking = (headingDeg: number, speedMps = 1.4): Heading => ({ ...HERE, headingDeg, speedMps });
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('the likely next places', () => {
  const around = [point('north', 0, 60), point('south', 0, -50), point('east', 70, 0), point('far', 0, 160)];

  it('are the nearest for a standing walker, none farther than 150 m', () => {
    expect(namesOf(likelyNext(around, standing, 9))).toEqual(['south', 'north', 'east']);
  });

  it('are rather ahead than behind for a moving walker', () => {
    expect(namesOf(likelyNext(around, walking(0), 9))).toEqual(['north', 'east', 'south']);
    expect(namesOf(likelyNext(around, walking(90), 9))).toEqual(['east', 'south', 'north']);
    expect(namesOf(likelyNext(around, walking(180), 1))).toEqual(['south']);
  });

  it('do not depend on a heading without a speed', () => {
    expect(namesOf(likelyNext(around, walking(0, 0.2), 9))).toEqual(['south', 'north', 'east']);
  });

  it('include zones by their near side, first if the walker is inside', () => {
    const list = [point('point', 0, 30), zone('inside', -90, -90, 5, 5), zone('beside', 20, -100, 120, 100)];
    expect(namesOf(likelyNext(list, standing, 9))).toEqual(['inside', 'beside', 'point']);
  });
});
