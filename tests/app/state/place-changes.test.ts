import { expect, test } from 'vitest';
import { comparePlaces } from '../../../app/state/place-changes.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';

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
