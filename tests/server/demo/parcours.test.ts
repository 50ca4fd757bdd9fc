import { readdirSync, readFileSync } from 'node:fs';
import { booleanPointInPolygon } from '@turf/turf';
import type { Feature, FeatureCollection, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { Geometry, type Position } from '../../../contracts/geo.ts';
import { POINT_RADIUS_M } from '../../../contracts/limits.ts';
import { DEMO_PARCOURS } from '../../../server/demo/demo-parcours.ts';
import { readMp3 } from '../../support/audio/mp3.ts';

const PLAN = new URL('../../../app/public/map/cite.json', import.meta.url);
const CLIPS = new URL('../../../server/demo/clips/', import.meta.url);
/** West, south, east, north of the Ile de la Cité. */
const ISLAND = [2.339, 48.851, 2.353, 48.8585] as const;
/** Metres per degree at 48.855 degrees north. */
const METRES: Position = [73_250, 111_200];

const { places } = DEMO_PARCOURS;

function positionsOf(geometry: Geometry): Position[] {
  return geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates.flat();
}

function signedArea(ring: Position[]): number {
  return ring.slice(1).reduce((sum, [lng, lat], i) => {
    const [lastLng, lastLat] = ring[i] ?? [0, 0];
    return sum + (lastLng - 2.34) * (lat - 48.85) - (lng - 2.34) * (lastLat - 48.85);
  }, 0);
}

/** Points along the outline no more than about 2 m apart, in metres. */
function outline(geometry: Geometry): Position[] {
  const positions = positionsOf(geometry).map(([lng, lat]): Position => [lng * METRES[0], lat * METRES[1]]);
  return positions.flatMap(([x, y], i) => {
    const [nextX, nextY] = positions[i + 1] ?? [x, y];
    const steps = Math.ceil(Math.hypot(nextX - x, nextY - y) / 2) || 1;
    return Array.from(
      { length: steps },
      (_, k): Position => [x + ((nextX - x) * k) / steps, y + ((nextY - y) * k) / steps],
    );
  });
}

function gapM(a: Geometry, b: Geometry): number {
  const others = outline(b);
  return Math.min(...outline(a).flatMap(([x, y]) => others.map(([u, v]) => Math.hypot(x - u, y - v))));
}

describe('the demo parcours', () => {
  it('has at least ten places with unique names, at least four zones and four points', () => {
    const zones = places.filter(({ geometry }) => geometry.type === 'Polygon');
    expect(places.length).toBeGreaterThanOrEqual(10);
    expect(zones.length).toBeGreaterThanOrEqual(4);
    expect(places.length - zones.length).toBeGreaterThanOrEqual(4);
    expect(new Set(places.map(({ name }) => name)).size).toBe(places.length);
  });

  it.each(places)('gives $name a valid geometry on the island', ({ geometry }) => {
    expect(Geometry.parse(geometry)).toEqual(geometry);
    for (const [lng, lat] of positionsOf(geometry)) {
      expect(lng).toBeGreaterThan(ISLAND[0]);
      expect(lat).toBeGreaterThan(ISLAND[1]);
      expect(lng).toBeLessThan(ISLAND[2]);
      expect(lat).toBeLessThan(ISLAND[3]);
    }
    if (geometry.type === 'Polygon') expect(signedArea(geometry.coordinates[0] ?? [])).toBeGreaterThan(0);
  });

  it('keeps any two places more than twice the radius of a point apart', () => {
    const gaps = places.flatMap((a, i) =>
      places.slice(i + 1).map((b) => ({ pair: `${a.name} / ${b.name}`, gap: gapM(a.geometry, b.geometry) })),
    );
    expect(gaps.filter(({ gap }) => gap <= 2 * POINT_RADIUS_M)).toEqual([]);
  });

  it("lies on the island of the app's own map, with its points outside buildings", () => {
    const { features } = JSON.parse(readFileSync(PLAN, 'utf8')) as FeatureCollection;
    const areas = (...kinds: string[]) =>
      features.filter((feature): feature is Feature<Polygon> => kinds.includes(feature.properties?.kind));
    const isIn = (position: Position, among: Feature<Polygon>[]) =>
      among.some((feature) => booleanPointInPolygon(position, feature));
    const wet = places.filter(({ geometry }) => !positionsOf(geometry).every((spot) => isIn(spot, areas('island'))));
    const inHouses = places.filter(
      ({ name, geometry }) =>
        geometry.type === 'Point' && name !== 'Sainte-Chapelle' && isIn(geometry.coordinates, areas('landmark')),
    );
    expect(wet).toEqual([]);
    expect(inHouses).toEqual([]);
  });

  it('runs from west to east', () => {
    const lngs = places.map(({ geometry }) => positionsOf(geometry)[0]?.[0] ?? 0);
    expect(lngs.at(-1)).toBe(Math.max(...lngs));
    expect(lngs[0]).toBe(Math.min(...lngs));
  });
});

describe('the demo clips', () => {
  it.each(places)('$clipFile is mono, lasts 10 to 25 s and matches its stated duration', ({ clipFile, durationS }) => {
    const clip = readMp3(readFileSync(new URL(clipFile, CLIPS)));
    expect(clip.sampleRateHz).toBe(44_100);
    expect(clip.channels).toBe(1);
    expect(clip.durationS).toBeGreaterThanOrEqual(10);
    expect(clip.durationS).toBeLessThanOrEqual(25);
    expect(Math.abs(clip.durationS - durationS)).toBeLessThan(0.15);
  });

  it('are exactly the files that the places name, under 2 MB in total', () => {
    const files = readdirSync(CLIPS);
    expect(files.sort()).toEqual(places.map(({ clipFile }) => clipFile).sort());
    const bytes = files.reduce((sum, file) => sum + readFileSync(new URL(file, CLIPS)).length, 0);
    expect(bytes).toBeLessThan(2_000_000);
  });

  it.each(places)('describe $name in 35 to 65 words', ({ text }) => {
    const words = text.split(/[\s']+/).filter((word) => /\p{L}|\d/u.test(word));
    expect(words.length).toBeGreaterThanOrEqual(35);
    expect(words.length).toBeLessThanOrEqual(65);
  });
});
