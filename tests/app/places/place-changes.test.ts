import { expect, test } from 'vitest';
import { comparePlaces, reuseUnchanged } from '../../../app/places/place-changes.ts';
import type { Place } from '../../../contracts/place.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';

const place = (id: number, lng = 2): Place => listedPlace(id, { feature: { type: 'Point', coordinates: [lng, 48] } });
const [one, two, three] = [place(1), place(2), place(3)];

test('equal geometries are no difference, whatever else has changed', () => {
  const renamed = { ...two, appelation: 'Renamed' };
  expect(comparePlaces([one, two], [renamed, one])).toEqual({ added: [], moved: [], removed: [] });
});

test('reports added, moved and removed places', () => {
  const moved = place(2, 3);
  expect(comparePlaces([one, two], [moved, three])).toEqual({ added: [three], moved: [moved], removed: [1] });
});

test('an unchanged list is the same object', () => {
  const before = [one, two];
  expect(reuseUnchanged(before, structuredClone(before))).toBe(before);
});

test('unchanged places and geometries of a changed list are the same objects', () => {
  const renamed = { ...structuredClone(two), appelation: 'Renamed' };
  const merged = reuseUnchanged([one, two], [structuredClone(one), renamed, three]);
  expect(merged).toEqual([one, renamed, three]);
  expect(merged[0]).toBe(one);
  expect(merged[1]?.feature).toBe(two.feature);
  expect(reuseUnchanged([one, two], [two])).toEqual([two]);
  expect(reuseUnchanged([one, two], [two, one])).toEqual([two, one]);
});
