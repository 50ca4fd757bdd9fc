import { expect, test } from 'vitest';
import { bodyOf, cutIntoRequests, looksSwapped, soundsOf, toRows } from '../../../app/exchange/import/import-rows.ts';
import type { ImportedPlace } from '../../../contracts/imported-file.ts';
import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const at = (name: string, lng: number, lat = 48.85, change: Partial<ImportedPlace> = {}): ImportedPlace => ({
  ...{ name, text: '', link: null, folder: null, soundName: null },
  geometry: { type: 'Point', coordinates: [lng, lat] },
  ...change,
});
const point = (lng: number, lat: number) => ({
  feature: { type: 'Point' as const, coordinates: [lng, lat] as [number, number] },
});
const sound = (path: string) => ({ path, name: path.split('/').at(-1) ?? '', bytes: 1 });

test('a place repeats another of the same name a few metres away, whatever its accents, but not one elsewhere', () => {
  const existing = [listedPlace(1, { appelation: 'Le Marché', ...point(2.3401, 48.85) })];
  const places = [at('le marche', 2.34), at('Le marché', 2.35), at('Le marché', 2.3501), at('', 2.34), at('', 2.34)];
  expect(toRows(places, [], existing).rows.map(({ twin }) => twin)).toEqual(['here', null, 'file', null, null]);
});

test('what an interrupted import has made is not made again: places without a name, and those that still wait for their sound', () => {
  const existing = [
    listedPlace(1, { appelation: DEFAULT_PLACE_TITLE, ...point(2.34, 48.85) }),
    listedPlace(2, { appelation: 'Le puits', ...point(2.35, 48.85) }),
    listedPlace(3, { appelation: 'La cour', ...point(2.36, 48.85) }),
  ];
  const places = [
    at('', 2.34),
    at('Le puits', 2.35, 48.85, { soundName: 'a.mp3' }),
    at('La cour', 2.36, 48.85, { soundName: 'b.mp3' }),
  ];
  const { rows, forPlaces } = toRows(places, ['a.mp3', 'b.mp3'].map(sound), existing, new Set([PlaceId.parse(3)]));
  expect(rows.map(({ twin }) => twin)).toEqual(['here', 'here', 'here']);
  expect(forPlaces.map((one) => [one.sound.name, one.place.id])).toEqual([['a.mp3', 2]]);
});

test('a sound belongs to the place that names its file, else to one of its name, also on the map, else to none', () => {
  const existing = [
    listedPlace(1, { appelation: 'La gare' }),
    listedPlace(2, { appelation: 'Le pont', media: { data: mediaLink({ length: 3 }) } }),
  ];
  const sounds = ['a/Puits 2.MP3', '03 - La cour.wav', 'la-gare.mp3', 'Le pont.mp3', 'reste.mp3'].map(sound);
  const { rows, forPlaces, unused } = toRows(
    [at('Le puits', 2.34, 48.85, { soundName: 'puits 2.mp3' }), at('La cour', 2.35), at('Le banc', 2.36)],
    sounds,
    existing,
  );
  expect(rows.map((row) => row.sound?.name)).toEqual(['Puits 2.MP3', '03 - La cour.wav', undefined]);
  expect(forPlaces.map((one) => [one.sound.name, one.place.id])).toEqual([['la-gare.mp3', 1]]);
  expect(unused.map(({ name }) => name)).toEqual(['Le pont.mp3', 'reste.mp3']);
  expect(
    soundsOf(
      rows,
      [7, 8, 9].map((id) => PlaceId.parse(id)),
    ).map((one) => one.placeId),
  ).toEqual([7, 8]);
});

test('a file that two places name belongs to the first, and isn’t missing for the other', () => {
  const named = (soundName: string) => at('', 2.34, 48.85, { soundName });
  const { rows } = toRows([named('a.mp3'), named('a.mp3'), named('b.mp3')], [sound('a.mp3')], []);
  expect(rows.map((row) => [row.sound?.name, row.isSoundTaken])).toEqual([
    ['a.mp3', false],
    [undefined, true],
    [undefined, false],
  ]);
});

test('coordinates look swapped if they would all be near the map, or in France, the other way round', () => {
  const swapped = [at('A', 48.85, 2.34), at('B', 48.86, 2.35)];
  expect([looksSwapped(swapped, []), looksSwapped([at('A', 2.34)], []), looksSwapped([], [])]).toEqual([
    true,
    false,
    false,
  ]);
  const inKenya = [listedPlace(1, point(36.8, -1.3))];
  expect([looksSwapped(swapped, inKenya), looksSwapped([at('A', -1.3, 36.8)], inKenya)]).toEqual([false, true]);
  // One is right as it is.
  expect(looksSwapped([...swapped, at('C', 2.34)], [])).toBe(false);
});

test('requests have at most 200 places and the bytes that the server takes, each with a key of its own', () => {
  let count = 0;
  const cut = (places: ImportedPlace[]) => cutIntoRequests(toRows(places, [], []).rows, () => `key ${++count}`);
  const many = cut(Array.from({ length: 450 }, (_, index) => at(`Lieu ${index}`, index / 1000)));
  expect(many.map(({ key, rows }) => [key, rows.length])).toEqual([
    ['key 1', 200],
    ['key 2', 200],
    ['key 3', 50],
  ]);
  const texts = cut(Array.from({ length: 100 }, () => at('Lieu', 2, 48, { text: 'é'.repeat(20_000) })));
  expect(texts.flatMap(({ rows }) => rows)).toHaveLength(100);
  const bytes = texts.map(({ rows }) => new TextEncoder().encode(JSON.stringify(bodyOf(rows))).length);
  expect(Math.max(...bytes)).toBeLessThan(750_000);
});
