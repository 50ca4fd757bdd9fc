import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Geometry } from '../../../../contracts/geo.ts';
import { DEMO_PARCOURS } from '../../../../server/demo/demo-parcours.ts';
import { drawAppCard, drawParcoursCard } from '../../../../server/domain/cards/card-picture.ts';
import { cardWords } from '../../../../server/domain/cards/card-words.ts';
import { oneLine } from '../../../../server/domain/cards/cards.ts';
import { fitShapes } from '../../../../server/domain/cards/fit-shapes.ts';
import { drawable, fitText, widthOf } from '../../../../server/domain/cards/outlined-text.ts';
import { COSTLY_WORK } from '../../../../server/domain/costly-work.ts';
import { createFairQueue } from '../../../../server/domain/fair-queue.ts';
import { createEncodeImage } from '../../../../server/domain/media/encode-image.ts';
import { loadSharp } from '../../../../server/domain/media/load-sharp.ts';
import { makeFolder } from '../../../support/test-folder.ts';

const BOX = { x: 100, y: 50, width: 400, height: 300 };
const SHAPES = DEMO_PARCOURS.places.map(({ geometry }) => geometry);

describe('shapes in a picture', () => {
  test('fill their box in one direction, keep their proportions and lie north up', () => {
    const square = (lng: number, lat: number): Geometry => ({ type: 'Point', coordinates: [lng, lat] });
    const { dots } = fitShapes([square(2, 48.01), square(2.01, 48), square(2, 48)], BOX);
    const [north, east, corner] = dots;
    if (north === undefined || east === undefined || corner === undefined) throw new Error('Expected three dots');
    expect(north[1]).toBe(BOX.y);
    expect(corner[1]).toBe(BOX.y + BOX.height);
    expect(corner[0]).toBe(north[0]);
    expect((east[0] - corner[0]) / (corner[1] - north[1])).toBeCloseTo(Math.cos((48 * Math.PI) / 180), 2);
  });

  test('of one point lie in the middle', () => {
    expect(fitShapes([{ type: 'Point', coordinates: [2.3, 48.8] }], BOX).dots).toEqual([[300, 200]]);
  });

  test('are drawn as zones where these are large enough, and as dots elsewhere', () => {
    const { dots, zones } = fitShapes(SHAPES, BOX);
    expect(zones).toHaveLength(5);
    expect(dots).toHaveLength(8);
    const wide: Geometry = { type: 'Point', coordinates: [-60, 10] };
    expect(fitShapes([...SHAPES, wide], BOX)).toMatchObject({
      zones: [],
      dots: [expect.anything(), expect.anything()],
    });
  });

  test('on both sides of the antimeridian are drawn at their real distance', () => {
    const across: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [179.99, -17],
          [-179.99, -17],
          [-179.99, -16.99],
          [179.99, -16.99],
          [179.99, -17],
        ],
      ],
    };
    const { dots, zones } = fitShapes([across, { type: 'Point', coordinates: [-179.98, -17] }], BOX);
    expect(dots.map(([x]) => x)).toEqual([BOX.x + BOX.width]);
    const xs = [...(zones[0] ?? '').matchAll(/[ML](-?[\d.]+) /g)].map(([, x]) => Number(x));
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([BOX.x, expect.closeTo(BOX.x + (BOX.width * 2) / 3, 0)]);
  });

  test('of a huge map are thinned out', () => {
    const ring = Array.from({ length: 2000 }, (_, at): [number, number] => {
      const angle = (at / 1999) * 2 * Math.PI;
      return [2 + 0.01 * Math.cos(angle), 48 + 0.01 * Math.sin(angle)];
    });
    const points = Array.from({ length: 20_000 }, (_, at): Geometry => {
      return { type: 'Point', coordinates: [2 + 0.01 * Math.sin(at), 48 + 0.01 * Math.cos(7 * at)] };
    });
    const { zones, dots } = fitShapes([{ type: 'Polygon', coordinates: [ring] }, ...points], BOX);
    expect(zones[0]?.split('L').length).toBeLessThan(700);
    expect(dots.length).toBeLessThan(4000);
  });
});

describe('a title in a picture', () => {
  test('keeps the letters of its font, without accents that the font lacks', () => {
    expect(drawable('Cœur d’Île : «été» — Łódź', 'fraunces')).toBe('Cœur d’Île : «été» — Łódź');
    expect(drawable('Phố  cổ 🎧 Hội An', 'fraunces')).toBe('Pho co Hoi An');
    expect(drawable('القديمة', 'fraunces')).toBe('');
  });

  test('has the largest size that fits, and is cut if none fits', () => {
    const into = { widthPx: 400, linesMax: 2, sizesPx: [80, 40] as const };
    expect(fitText('Le quai', 'fraunces', into)).toEqual({ sizePx: 80, lines: ['Le quai'] });
    expect(fitText('Les quais de la Fosse', 'fraunces', into)).toMatchObject({ sizePx: 40 });
    const long = fitText('Les quais de la Fosse, de l’Hermitage à Trentemoult', 'fraunces', into);
    expect(long.lines).toHaveLength(2);
    expect(long.lines[1]).toMatch(/…$/);
    const { lines } = fitText('Llanfairpwllgwyngyllgogerychwyrndrobwll', 'fraunces', into);
    expect(lines).toHaveLength(1);
    expect(widthOf(lines[0] ?? '', 'fraunces', 40)).toBeLessThanOrEqual(400);
  });

  test('is drawn as shapes, so nothing of it is read as SVG', () => {
    const svg = drawParcoursCard(cardWords.fr, { title: '</svg><script>"&', stories: 1, shapes: SHAPES });
    expect(svg).not.toContain('script');
    expect(svg.match(/<\/svg>/g)).toHaveLength(1);
  });

  test('that cannot be drawn is replaced by the name of the app', () => {
    const [unreadable, empty] = ['الجزيرة القديمة', ''].map((title) => {
      return drawParcoursCard(cardWords.fr, { title, stories: 2, shapes: [] });
    });
    expect(unreadable).toBe(empty);
  });
});

test('a picture shows its places in their colour on paper, and the title in ink', async () => {
  const svg = drawParcoursCard(cardWords.fr, { title: DEMO_PARCOURS.title, stories: 13, shapes: SHAPES });
  const load = await loadSharp();
  const { data, info } = await load(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  const count = (colour: readonly number[], fromX: number, toX: number): number => {
    let found = 0;
    for (let at = 0; at < data.length; at += 3) {
      const x = (at / 3) % info.width;
      if (x >= fromX && x < toX && colour.every((part, index) => data[at + index] === part)) found += 1;
    }
    return found;
  };
  expect(count([0x25, 0x63, 0xeb], 580, 1200)).toBeGreaterThan(3000);
  expect(count([0x25, 0x63, 0xeb], 0, 580)).toBe(0);
  expect(count([0x26, 0x24, 0x2b], 0, 580)).toBeGreaterThan(5000);
  expect(drawAppCard(cardWords.fr)).not.toContain('#2563eb');
});

test('uploads are not read as SVG, though the server draws with it', async () => {
  await loadSharp();
  const folder = await makeFolder();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const file = join(folder, 'drawing');
  await writeFile(file, svg);
  await expect(sharp(file).metadata()).rejects.toThrow();
  await writeFile(file, `    ftyp${svg}`);
  const encode = createEncodeImage(createFairQueue(COSTLY_WORK.pictures));
  await expect(encode(file, 'avatar', 'account 1')).rejects.toMatchObject({ code: 'invalid_image' });
});

describe('text for one line', () => {
  test('has no line breaks and no direction controls', () => {
    expect(oneLine(' Le\n\tquai \u202Edroit\u2069\u0007 ', 100)).toBe('Le quai droit');
  });

  test('is cut between visible characters', () => {
    expect(oneLine('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2)).toBe('👩‍👩‍👧‍👦…');
    expect(oneLine('éé', 2)).toBe('éé');
  });
});
