import { expect, test } from 'vitest';
import type { Position } from '../../../contracts/geo.ts';
import type { CatalogueEntry } from '../../../server/domain/open/catalogue.ts';
import { drawCatalogue } from '../../../server/http/open-pages/catalogue-map.ts';

const entryAt = (id: number, start: Position | null): CatalogueEntry =>
  ({ id, slug: `parcours-${id}`, name: `Le «${id}»`, start }) as unknown as CatalogueEntry;
const manyAt = (count: number, at: (index: number) => Position | null): CatalogueEntry[] =>
  Array.from({ length: count }, (_, index) => entryAt(index + 1, at(index)));

/** The numbers of a map, by the slug that they lead to, with their places in the picture. */
function readNumbers(svg: string): { slug: string; number: number; x: number; y: number }[] {
  const pattern =
    /<a href="\/p\/([^"]+)" tabindex="-1"><title>[^<]+<\/title><circle cx="([\d.]+)" cy="([\d.]+)" r="15"\/><text [^>]+>(\d+)</g;
  return [...svg.matchAll(pattern)].map(([, slug = '', x, y, number]) => ({
    slug,
    ...{ number: Number(number), x: Number(x), y: Number(y) },
  }));
}

test('the map leads to each parcours that is found: to listed ones by their numbers, to the others by dots', () => {
  const found = manyAt(3, (index) => [2 + index, 48]);
  const svg = drawCatalogue(found, found.slice(1))?.text ?? '';
  const [second, third] = readNumbers(svg);
  expect([second, third]).toMatchObject([
    { slug: 'parcours-2', number: 1 },
    { slug: 'parcours-3', number: 2 },
  ]);
  expect(third?.x).toBeGreaterThan(second?.x ?? Number.NaN);
  expect(svg).toMatch(/<a href="\/p\/parcours-1" tabindex="-1"><title>Le «1»<\/title><circle [^>]+r="6"\/><\/a>/);
});

test('numbers of parcours that begin at one place are side by side, inside the picture', () => {
  const found = manyAt(30, (index) => (index === 29 ? [7, 43] : [2.35, 48.85]));
  const numbers = readNumbers(drawCatalogue(found, found)?.text ?? '');
  expect(numbers).toHaveLength(30);
  for (const [index, { x, y }] of numbers.entries()) {
    expect(Math.min(x - 15, y - 15, 480 - x - 15, 320 - y - 15)).toBeGreaterThan(0);
    for (const other of numbers.slice(0, index)) {
      expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThanOrEqual(30);
    }
  }
});

test('there is no map without a parcours whose beginning is known', () => {
  expect(drawCatalogue([], [])).toBeNull();
  const found = manyAt(2, () => null);
  expect(drawCatalogue(found, found)).toBeNull();
});

test('a map of thousands has no more dots than can be seen', () => {
  const svg = drawCatalogue(
    manyAt(5000, (index) => [2 + (index % 7) / 1e6, 48]),
    [],
  )?.text;
  expect(svg?.match(/<a /g)?.length).toBeLessThan(10);
});
