import { expect, test } from 'vitest';
import { moveBy } from '../../../../app/position/coordinates.ts';
import { type NamedNext, NOTHING_NAMED, nameNext } from '../../../../app/walk/nearby/next-story.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const START = { lng: 2.3425, lat: 48.8565 };
const [west, east] = [PlaceId.parse(1), PlaceId.parse(2)];

function place(id: number, eastM: number) {
  const { lng, lat } = moveBy(START, [eastM, 0]);
  return listedPlace(id, { feature: { type: 'Point', coordinates: [lng, lat] } });
}
const list = [place(west, 0), place(east, 100)];
const at = (eastM: number, accuracyM = 8) => ({ ...moveBy(START, [eastM, 0]), accuracyM });

/** The named place after each fix of a walk with a fix per second. */
function nameAlong(fixes: readonly ReturnType<typeof at>[], places = list): (PlaceId | null)[] {
  let named: NamedNext = NOTHING_NAMED;
  return fixes.map((fix, second) => {
    named = nameNext(named, places, fix, 1000 * second);
    return named.placeId;
  });
}

test('half-way between two places the first one’s name stays, however the position wavers', () => {
  const named = nameAlong([40, 54, 47, 55, 45, 53, 50, 56, 44, 54, 49].map((eastM) => at(eastM)));
  expect(new Set(named)).toEqual(new Set([west]));
});

test('a position that is off for 4 s renames nothing', () => {
  const named = nameAlong([40, 95, 95, 95, 95, 41, 40, 95, 95, 95, 42].map((eastM) => at(eastM)));
  expect(new Set(named)).toEqual(new Set([west]));
});

test('the name changes 5 s after the walker moved to another place', () => {
  expect(nameAlong([45, 60, 62, 64, 66, 68, 70].map((eastM) => at(eastM)))).toEqual([
    ...new Array<PlaceId>(6).fill(west),
    east,
  ]);
});

test('a vague position renames nothing', () => {
  const named = nameAlong([at(40), ...new Array(9).fill(at(100, 300)), at(44)]);
  expect(new Set(named)).toEqual(new Set([west]));
});

test('a vague position renames the place if its error cannot explain the distance', () => {
  const far = [place(west, 0), place(east, 800)];
  expect(nameAlong([at(40), ...new Array(6).fill(at(780, 300))], far).at(-1)).toBe(east);
});

test('the name changes at once when its place is no longer left, and ends with the last place', () => {
  const named = nameNext(NOTHING_NAMED, list, at(10), 0);
  expect(named.placeId).toBe(west);
  expect(nameNext(named, list.slice(1), at(10), 1000).placeId).toBe(east);
  expect(nameNext(named, [], at(10), 1000).placeId).toBeNull();
});
