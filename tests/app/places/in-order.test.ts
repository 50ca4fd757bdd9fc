import { expect, test } from 'vitest';
import { inOrder, listWays, withoutPlace, withSteps } from '../../../app/places/order/in-order.ts';
import { withPlaceAt } from '../../../app/places/order/parcours-order.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';

const at = (id: number, step?: number, mapId = 1): Place =>
  listedPlace(id, { map: { id: ParcoursId.parse(mapId) }, ...(step === undefined ? {} : { step }) });
const ids = (list: readonly Place[]): number[] => list.map(({ id }) => id);

test('numbered places come first in their order, then the others, oldest first, parcours by parcours', () => {
  expect(ids(inOrder([at(1), at(2, 2), at(3, 1, 2), at(4, 1), at(5, undefined, 2)]))).toEqual([4, 2, 1, 3, 5]);
});

test('a list without numbers stays as it is', () => {
  expect(ids(inOrder([at(1, undefined, 2), at(2), at(3, undefined, 2)]))).toEqual([1, 2, 3]);
});

test('people who order places see their numbers, among them those of places that visitors don’t see', () => {
  const steps = new Map([7, 2, 4].map((id, index) => [PlaceId.parse(id), index + 1]));
  const numbered = withSteps([at(4, 2), at(2, 1), at(7), at(1)], steps);
  expect(numbered.map(({ id, step }) => [id, step])).toEqual([
    [7, 1],
    [2, 2],
    [4, 3],
    [1, undefined],
  ]);
  expect(ids(withSteps([at(2), at(1)], new Map()))).toEqual([2, 1]);
});

test('without a place the next ones of its parcours move up', () => {
  const list = [at(4, 1), at(2, 2), at(6, 3), at(1), at(3, 3, 2)];
  const steps = (placeId: number) => withoutPlace(list, PlaceId.parse(placeId)).map(({ id, step }) => [id, step]);
  expect(steps(2)).toEqual([
    [4, 1],
    [6, 2],
    [1, undefined],
    [3, 3],
  ]);
  expect(steps(1)).toEqual([
    [4, 1],
    [2, 2],
    [6, 3],
    [3, 3],
  ]);
});

test('the suggested ways are along the numbered places of each parcours', () => {
  expect(listWays([at(4, 1), at(2, 2), at(1), at(3, 1, 2), at(5, 2, 2)]).map(ids)).toEqual([
    [4, 2],
    [3, 5],
  ]);
  expect(listWays([at(1), at(2)])).toEqual([]);
});

test('a place moves to an index of an order, into it, or out of it', () => {
  const order = [1, 2, 3].map((id) => PlaceId.parse(id));
  const moved = (id: number, index: number | null) => withPlaceAt(order, PlaceId.parse(id), index);
  expect([moved(3, 0), moved(1, 1), moved(9, 3), moved(2, null)]).toEqual([
    [3, 1, 2],
    [2, 1, 3],
    [1, 2, 3, 9],
    [1, 3],
  ]);
});
