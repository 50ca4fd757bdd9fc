import { expect, test } from 'vitest';
import { comparePlaces, keepUnchanged } from '../../../../app/state/places/place-changes.ts';
import type { Place } from '../../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';

const place = (id: number, lng = 2): Place => ({
  id: PlaceId.parse(id),
  appelation: `Place ${id}`,
  type: 'Ici',
  feature: { type: 'Point', coordinates: [lng, 48] },
  map: { id: ParcoursId.parse(1) },
  userId: null,
  media: null,
});
const [one, two, three] = [place(1), place(2), place(3)];

test('the same places differ in nothing, whatever else of them changed', () => {
  const renamed = { ...two, appelation: 'Renamed' };
  expect(comparePlaces([one, two], [renamed, one])).toEqual({ added: [], moved: [], removed: [] });
});

test('tells what came, moved and went', () => {
  const moved = place(2, 3);
  expect(comparePlaces([one, two], [moved, three])).toEqual({ added: [three], moved: [moved], removed: [1] });
});

test('a list that came again is the old one where nothing changed', () => {
  const before = [one, two];
  expect(keepUnchanged(before, structuredClone(before))).toBe(before);
});

test('of a list that came again, what did not change is the same object, down to the shape', () => {
  const renamed = { ...structuredClone(two), appelation: 'Renamed' };
  const merged = keepUnchanged([one, two], [structuredClone(one), renamed, three]);
  expect(merged).toEqual([one, renamed, three]);
  expect(merged[0]).toBe(one);
  expect(merged[1]?.feature).toBe(two.feature);
  expect(keepUnchanged([one, two], [two])).toEqual([two]);
  expect(keepUnchanged([one, two], [two, one])).toEqual([two, one]);
});
