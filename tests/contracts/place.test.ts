import { expect, test } from 'vitest';
import { TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { NewPlace, PlaceChange, PlaceList, TrustedPlaceList } from '../../contracts/place.ts';
import { mediaLink } from '../support/samples/listed-place.ts';

const point = { type: 'Point', coordinates: [2.3, 48.8] };
const place = { type: 'Feature', geometry: point, properties: { appelation: ' Le pont ', type: 'la', mapId: 3 } };

test('a new place’s name is trimmed, and unknown fields are dropped', () => {
  const sent = { ...place, id: 9, properties: { ...place.properties, userId: 77, role: 'admin' } };
  expect(NewPlace.parse(sent)).toEqual({
    type: 'Feature',
    geometry: point,
    properties: { appelation: 'Le pont', type: 'la', mapId: 3, userId: 77 },
  });
});

test('only the two flows can create a place', () => {
  const typed = (type: string) => ({ ...place, properties: { ...place.properties, type } });
  expect(['la', 'Ici', 'ici', ''].map((type) => NewPlace.safeParse(typed(type)).success)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a change needs an id and a name, which may be empty, and a shape in well-known text', () => {
  expect(PlaceChange.parse({ id: 4, appelation: '  ' })).toEqual({ id: 4, appelation: '' });
  expect(PlaceChange.parse({ id: 4, appelation: 'Le pont', feature: 'POINT (2.3 48.8)' })).toEqual({
    id: 4,
    appelation: 'Le pont',
    feature: point,
  });
  for (const wrong of [
    { id: 4 },
    { appelation: 'x' },
    { id: '4', appelation: 'x' },
    { id: 4, appelation: 'x', feature: point },
  ]) {
    expect(PlaceChange.safeParse(wrong).success).toBe(false);
  }
});

test('a name has a maximum length', () => {
  const named = (length: number) => PlaceChange.safeParse({ id: 4, appelation: 'x'.repeat(length) }).success;
  expect([named(TEXT_LINE_MAX), named(TEXT_LINE_MAX + 1)]).toEqual([true, false]);
});

test('a stored place keeps only the contract’s fields, except within its shape', () => {
  const listed = {
    id: 4,
    appelation: 'Le pont',
    type: 'la',
    feature: point,
    map: { id: 3, title: 'x' },
    userId: null,
    media: { data: { ...mediaLink(), sha256: 'x' } },
    password_hash: 'x',
  };
  expect(TrustedPlaceList.parse([listed])).toEqual(PlaceList.parse([listed]));
  expect(TrustedPlaceList.parse([listed])).toEqual([
    { ...listed, map: { id: 3 }, media: { data: mediaLink() }, password_hash: undefined },
  ]);
  expect(TrustedPlaceList.safeParse([{ ...listed, appelation: null }]).success).toBe(false);
});
