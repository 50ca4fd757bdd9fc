import { expect, test } from 'vitest';
import { moveBy } from '../../../app/position/coordinates.ts';
import { PASSED_PLACES_MAX, passedPlaces } from '../../../app/walk/passed-places.ts';
import type { Place } from '../../../contracts/place.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const START = { lng: 2.345, lat: 48.855 };

const at = (eastM: number, northM: number, afterS: number) => ({
  ...moveBy(START, [eastM, northM]),
  accuracyM: 8,
  timestampMs: afterS * 1000,
});

function place(id: number, eastM: number, northM: number): Place {
  const { lng, lat } = moveBy(START, [eastM, northM]);
  const feature = { type: 'Point' as const, coordinates: [lng, lat] as [number, number] };
  return listedPlace(id, { feature, media: { data: mediaLink({ link: `/v1/media/${id}` }) } });
}

test('places on the way are found in the order of the way, whatever the list’s order', () => {
  const list = [place(3, 250, 0), place(1, 60, 5), place(2, 150, -10)];
  expect(passedPlaces(list, at(0, 0, 0), at(300, 0, 240), [])).toEqual([1, 2, 3]);
});

test('a place with too long a detour is not found, however much time there was', () => {
  const list = [place(1, 150, 100), place(2, 150, 200)];
  expect(passedPlaces(list, at(0, 0, 0), at(300, 0, 3600), [])).toEqual([1]);
});

test('a place that cannot be reached on foot in that time is not found', () => {
  const list = [place(1, 150, 100)];
  // The way via the place is 361 m long, the straight one 300 m.
  expect(passedPlaces(list, at(0, 0, 0), at(300, 0, 190), [])).toEqual([]);
  expect(passedPlaces(list, at(0, 0, 0), at(300, 0, 230), [])).toEqual([1]);
});

test('a driven person has passed nothing', () => {
  expect(passedPlaces([place(1, 1000, 0)], at(0, 0, 0), at(2000, 0, 120), [])).toEqual([]);
});

test('the walker’s place, those without audio and heard ones are left out', () => {
  const silent = { ...place(1, 100, 0), media: null };
  const list = [silent, place(2, 120, 0), place(3, 140, 0), place(4, 302, 0)];
  expect(passedPlaces(list, at(0, 0, 0), at(300, 0, 240), [PlaceId.parse(2)])).toEqual([3]);
});

function zone(...corners: readonly (readonly [number, number])[]): Place {
  const ring = [...corners, ...corners.slice(0, 1)].map((metres): [number, number] => {
    const { lng, lat } = moveBy(START, metres);
    return [lng, lat];
  });
  return { ...place(1, 0, 0), feature: { type: 'Polygon' as const, coordinates: [ring] } };
}

test('a zone that the way crosses is found', () => {
  const crossed = zone([100, -20], [160, -20], [160, 20], [100, 20]);
  expect(passedPlaces([crossed], at(0, 0, 0), at(300, 0, 240), [])).toEqual([1]);
});

test('a crooked zone is not found by its bounding box', () => {
  // A street to the north, whose other end returns far in the east.
  const street = zone([140, 300], [140, 100], [700, 100], [700, -10], [710, -10], [710, 110], [150, 110], [150, 300]);
  expect(passedPlaces([street], at(-170, 0, 0), at(130, 0, 190), [])).toEqual([]);
});

test('of many places those nearest to the straight way are found', () => {
  const near = Array.from({ length: PASSED_PLACES_MAX }, (_, index) => place(index + 1, 40 + 20 * index, 2));
  const aside = place(99, 150, 60);
  const found = passedPlaces([aside, ...near], at(0, 0, 0), at(300, 0, 240), []);
  expect(found).toEqual(near.map(({ id }) => id));
});
