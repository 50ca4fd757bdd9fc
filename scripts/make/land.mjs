/**
 * Writes `app/public/map/land.json`, the world of the fallback map:
 *
 *     node scripts/make/land.mjs
 *
 * Land and borders of `world-atlas` (Natural Earth, public domain) as GeoJSON, which MapLibre's worker reads by itself: no
 * TopoJSON decoder in the app. The 1:50m set, simplified to a tolerance that is invisible below zoom 6, is smaller (gzip)
 * than `land-50m.json` itself.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { feature, mesh } from 'topojson-client';

const OUTPUT = fileURLToPath(new URL('../../app/public/map/land.json', import.meta.url));
/** In degrees: 4 km at the equator, less than a pixel at zoom 4. */
const TOLERANCE_DEG = 0.04;
/** In square degrees, about 250 square kilometres at the equator: smaller islands are left out. */
const ISLAND_MIN_DEG2 = 0.02;

/** @type {[name: string, rank: 1 | 2, lng: number, lat: number][]} */
const CITIES = [
  ['Paris', 1, 2.349, 48.864],
  ['Lyon', 1, 4.835, 45.758],
  ['Marseille', 1, 5.37, 43.296],
  ['Toulouse', 1, 1.444, 43.605],
  ['Bordeaux', 1, -0.579, 44.838],
  ['Nantes', 1, -1.554, 47.218],
  ['Lille', 1, 3.057, 50.629],
  ['Strasbourg', 1, 7.752, 48.573],
  ['Nice', 2, 7.262, 43.71],
  ['Rennes', 2, -1.678, 48.117],
  ['Brest', 2, -4.486, 48.39],
  ['Dijon', 2, 5.041, 47.322],
  ['Clermont-Ferrand', 2, 3.087, 45.777],
  ['Montpellier', 2, 3.877, 43.611],
  ['Grenoble', 2, 5.724, 45.188],
  ['Rouen', 2, 1.099, 49.443],
  ['Reims', 2, 4.032, 49.258],
  ['Tours', 2, 0.685, 47.394],
  ['Limoges', 2, 1.262, 45.833],
  ['Ajaccio', 2, 8.738, 41.919],
  ['London', 1, -0.127, 51.507],
  ['Bruxelles', 1, 4.352, 50.847],
  ['Amsterdam', 1, 4.9, 52.378],
  ['Berlin', 1, 13.405, 52.52],
  ['Genève', 2, 6.143, 46.204],
  ['Milano', 1, 9.19, 45.464],
  ['Barcelona', 1, 2.17, 41.387],
  ['Madrid', 1, -3.704, 40.417],
  ['Lisboa', 1, -9.139, 38.722],
  ['Roma', 1, 12.496, 41.903],
  ['Wien', 1, 16.373, 48.208],
];

const land = readAtlas('land-50m.json');
const countries = readAtlas('countries-50m.json');
const polygons = /** @type {import('geojson').FeatureCollection<import('geojson').MultiPolygon>} */ (
  /** @type {unknown} */ (feature(land, land.objects.land))
).features.flatMap(({ geometry }) => geometry.coordinates);
const borders = mesh(countries, countries.objects.countries, (a, b) => a !== b).coordinates;

const features = [
  {
    type: 'Feature',
    properties: { kind: 'land' },
    geometry: { type: 'MultiPolygon', coordinates: polygons.map(simplifyPolygon).filter((rings) => rings.length > 0) },
  },
  {
    type: 'Feature',
    properties: { kind: 'border' },
    geometry: { type: 'MultiLineString', coordinates: borders.map(simplify) },
  },
  ...CITIES.map(([name, rank, lng, lat]) => ({
    type: 'Feature',
    properties: { kind: 'city', name, rank },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
];
const text = `${JSON.stringify({ type: 'FeatureCollection', features })}\n`;
writeFileSync(OUTPUT, text);
console.log(`${features.length} features, ${text.length} bytes, ${gzipSync(text).length} gzipped`);

/** @param {string} file in the world-atlas package */
function readAtlas(file) {
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`world-atlas/${file}`), 'utf8'));
}

/** @param {number[][][]} rings @returns {number[][][]} empty when the outer ring is too small to see */
function simplifyPolygon(rings) {
  return rings.filter((ring) => Math.abs(areaDeg2(ring)) >= ISLAND_MIN_DEG2).map(simplify);
}

/** @param {number[][]} ring */
function areaDeg2(ring) {
  return ring.slice(1).reduce((sum, [x = 0, y = 0], i) => {
    const [lastX = 0, lastY = 0] = ring[i] ?? [];
    return sum + (lastX * y - x * lastY) / 2;
  }, 0);
}

/**
 * Simplifies by Douglas-Peucker, then to two decimals (1 km). Rings stay closed: their first and last positions remain.
 *
 * @param {number[][]} line
 * @returns {number[][]}
 */
function simplify(line) {
  const keep = new Set([0, line.length - 1]);
  // A closed ring has no chord, but its two halves do.
  const middle = Math.floor(line.length / 2);
  keep.add(middle);
  const spans = [
    [0, middle],
    [middle, line.length - 1],
  ];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from = 0, to = 0] = span;
    let far = from;
    let farDistance = TOLERANCE_DEG;
    for (let i = from + 1; i < to; i += 1) {
      const distance = distanceToChord(line[i] ?? [], line[from] ?? [], line[to] ?? []);
      if (distance > farDistance) [far, farDistance] = [i, distance];
    }
    if (far !== from) {
      keep.add(far);
      spans.push([from, far], [far, to]);
    }
  }
  return line.filter((_, i) => keep.has(i)).map(([x = 0, y = 0]) => [Number(x.toFixed(2)), Number(y.toFixed(2))]);
}

/** @param {number[]} point @param {number[]} from @param {number[]} to */
function distanceToChord([x = 0, y = 0], [x1 = 0, y1 = 0], [x2 = 0, y2 = 0]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs(dy * (x - x1) - dx * (y - y1)) / length;
}
