import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeCode, readPlaceCode } from '../../contracts/place-code.ts';
import { PlaceId } from '../../contracts/vocabulary.ts';

const IDS_MAX = 2 ** 31 - 1;
const id = fc.integer({ min: 1, max: IDS_MAX }).map((number) => PlaceId.parse(number));
const smallId = fc.integer({ min: 1, max: 500_000 }).map((number) => PlaceId.parse(number));

test.each([
  [1, 'R3HX'],
  [2, '6JFK'],
  [234_256, 'DMP9'],
  [234_257, 'P9W9X'],
  [118_767_792, 'N358NT'],
  [118_767_793, 'P962P9X'],
  [IDS_MAX, 'CWCP2VC'],
])('the code of place %i stays what walls say', (number, code) => {
  expect(placeCode(PlaceId.parse(number))).toBe(code);
});

test('a code leads back to its place', () => {
  fc.assert(fc.property(fc.oneof(id, smallId), (place) => readPlaceCode(placeCode(place)) === place));
});

test('no two places share a code', () => {
  const codes = new Set(Array.from({ length: 50_000 }, (_, at) => placeCode(PlaceId.parse(at + 1))));
  expect(codes.size).toBe(50_000);
});

test('a code of a place that a parcours can have has four to six signs, none of which looks like another', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 118_767_792 }), (number) => {
      expect(placeCode(PlaceId.parse(number))).toMatch(/^[2-9CDFHJKMNPRTVWX]{4,6}$/);
    }),
  );
});

test('neighbours look different in most signs', () => {
  fc.assert(
    fc.property(smallId, (place) => {
      const [one, next] = [placeCode(place), placeCode(PlaceId.parse(place + 1))];
      return [...one].filter((sign, at) => sign === next[at]).length <= 2;
    }),
  );
});

test('a code is read as people write it', () => {
  fc.assert(
    fc.property(id, fc.infiniteStream(fc.constantFrom('', ' ', '-', '–', '\u00a0')), (place, gaps) => {
      const typed = [...placeCode(place)].map((sign) => `${misread(sign)}${gaps.next().value}`).join('');
      return readPlaceCode(` ${typed} `) === place;
    }),
  );
});

test('what no place can have is no code', () => {
  for (const text of ['', '   ', 'ABC', 'HNN', 'EEEE', 'É234', 'HNNH!', 'D2222222', 'HNNHHNNH', '/q/HNNH']) {
    expect(readPlaceCode(text), text).toBeNull();
  }
  const signs = fc.string({ unit: fc.constantFrom(...'23456789CDFHJKMNPRTVWX'), minLength: 4, maxLength: 7 });
  fc.assert(
    fc.property(signs, (text) => {
      const place = readPlaceCode(text);
      return text.length === 7 && place === null ? true : place !== null && placeCode(place) === text;
    }),
  );
});

/** The sign as somebody may read it on a wall. */
function misread(sign: string): string {
  const looks: Readonly<Record<string, string>> = { D: 'o', 7: 'l', 8: 'B', 5: 's', 2: 'Z', 6: 'g', V: 'u' };
  return looks[sign] ?? sign.toLowerCase();
}
