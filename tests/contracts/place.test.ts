import { expect, test } from 'vitest';
import { TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { NewPlace, PlaceChange } from '../../contracts/place.ts';

const point = { type: 'Point', coordinates: [2.3, 48.8] };
const place = { type: 'Feature', geometry: point, properties: { appelation: ' Le pont ', type: 'la', mapId: 3 } };

test('a new place has its name trimmed, and loses what no contract names', () => {
  const sent = { ...place, id: 9, properties: { ...place.properties, userId: 77, role: 'admin' } };
  expect(NewPlace.parse(sent)).toEqual({
    type: 'Feature',
    geometry: point,
    properties: { appelation: 'Le pont', type: 'la', mapId: 3, userId: 77 },
  });
});

test('both flows may make a place, and nobody else', () => {
  const typed = (type: string) => ({ ...place, properties: { ...place.properties, type } });
  expect(['la', 'Ici', 'ici', ''].map((type) => NewPlace.safeParse(typed(type)).success)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a change needs the id and a name, which may be empty; the shape is well-known text', () => {
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

test('a name has a bound', () => {
  const named = (length: number) => PlaceChange.safeParse({ id: 4, appelation: 'x'.repeat(length) }).success;
  expect([named(TEXT_LINE_MAX), named(TEXT_LINE_MAX + 1)]).toEqual([true, false]);
});
