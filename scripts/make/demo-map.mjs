/**
 * Makes the demo's map, `server/demo/cite.pmtiles`, of the plan and the land that the app ships, in the schema of Protomaps'
 * basemaps:
 *
 *     node scripts/make/demo-map.mjs
 *
 * The archive is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { buffer, difference, featureCollection, lineOffset, polygon, union } from '@turf/turf';
import { tsImport } from 'tsx/esm/api';

/** @typedef {import('geojson').Feature<import('geojson').Geometry, Record<string, unknown>>} Feature */

const OUTPUT = fileURLToPath(new URL('../../server/demo/cite.pmtiles', import.meta.url));
const ZOOM_MAX = 15;
/** West, south, east and north of the area that has tiles, in degrees, by its deepest zoom. */
const AREAS = [
  { zoomMax: 3, west: -180, south: -85, east: 180, north: 85 },
  { zoomMax: 5, west: -12, south: 36, east: 24, north: 60 },
  { zoomMax: ZOOM_MAX, west: 2.135, south: 48.765, east: 2.498, north: 48.95 },
];
/**
 * Up to this zoom even tiles of bare land or sea are written; at deeper zooms the app enlarges the tile above instead.
 */
const BARE_ZOOM_MAX = 5;
const GZIP = 2;
const MVT = 1;
/** A street of at least this width in metres is a thoroughfare. */
const MAJOR_M = 18;
/** Zooms from which landmarks' names are shown, by rank. */
const LANDMARK_ZOOMS = [14.2, 15, 15.7];

const { writeArchive } = await tsImport('../../server/domain/tiles/write-archive.ts', import.meta.url);
const { boxAround } = await tsImport('../../server/domain/tiles/tile-box.ts', import.meta.url);

const plan = read('cite.json');
const world = read('land.json');
/** @type {Record<string, { from: number; to: number; feature: Feature }[]>} */
const layers = { earth: [], landuse: [], water: [], roads: [], boundaries: [], buildings: [], pois: [], places: [] };

for (const { properties, geometry } of world) {
  const { kind, name, rank } = properties;
  if (kind === 'land') add('earth', { kind: 'earth' }, geometry);
  else if (kind === 'border') add('boundaries', { kind: 'country', kind_detail: 2 }, geometry, 0, 8);
  else if (kind === 'city') {
    const place = { kind: 'locality', name, min_zoom: 3, population_rank: rank === 1 ? 13 : 10 };
    add('places', place, geometry, rank === 1 ? 3 : 5, 11);
  }
}
for (const { properties, geometry } of plan) addOfPlan(properties, geometry);
addWater();

const tiles = [];
for (let zoom = 0; zoom <= ZOOM_MAX; zoom++) tiles.push(...cutZoom(zoom));
const archive = writeArchive(
  tiles,
  {
    ...{ minLon: -180, minLat: -85, maxLon: 180, maxLat: 85, tileCompression: GZIP, tileType: MVT },
    ...{ centerLon: 2.3468, centerLat: 48.8548, centerZoom: 14 },
  },
  {
    name: 'Drop ici, la Cité',
    attribution: 'Natural Earth',
    vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })),
  },
);
writeFileSync(OUTPUT, archive);
console.log(`${tiles.length} tiles, ${archive.length} bytes`);

/**
 * @param {Record<string, unknown>} properties
 * @param {import('geojson').Geometry} geometry
 */
function addOfPlan(properties, geometry) {
  const { kind, name, rank } = properties;
  if (kind === 'street' || kind === 'bridge') addStreet(properties, geometry);
  else if (kind === 'green') add('landuse', { kind: 'park' }, geometry, 10);
  else if (kind === 'square') add('landuse', { kind: 'pedestrian' }, geometry, 13);
  else if (kind === 'block') add('buildings', { kind: 'building' }, geometry, 13);
  else if (kind === 'landmark' || kind === 'pavilion') add('buildings', { kind: 'building_part' }, geometry, 13);
  else if (kind === 'garden') add('pois', { kind: 'garden', name, min_zoom: 15.6 }, geometry, 15);
  else if (kind === 'quarter') add('places', { kind: 'neighbourhood', name, min_zoom: 12 }, geometry, 12);
  else if (kind === 'river' || kind === 'current') add('water', { kind: 'river', name }, geometry, 12);
  else if (kind === 'label') {
    const minZoom = LANDMARK_ZOOMS[Number(rank) - 1];
    add('pois', { kind: 'attraction', name, min_zoom: minZoom }, geometry, 14);
  }
}

/**
 * Adds a street as a line, which has its name, and as the area that it covers.
 *
 * @param {Record<string, unknown>} properties
 * @param {import('geojson').Geometry} geometry
 */
function addStreet({ kind, name, widthM }, geometry) {
  const width = Number(widthM);
  const isMajor = width >= MAJOR_M;
  const road = {
    kind: isMajor ? 'major_road' : 'minor_road',
    kind_detail: isMajor ? 'secondary' : 'residential',
    name,
    min_zoom: isMajor ? 11 : 13,
    ...(kind === 'bridge' ? { is_bridge: true } : {}),
  };
  add('roads', road, geometry, isMajor ? 11 : 13);
  const line = /** @type {import('geojson').LineString} */ (geometry);
  if (kind === 'bridge') add('landuse', { kind: 'pier' }, deckOf(line, width), 13);
  else add('landuse', { kind: 'pedestrian' }, widen(line, width), 14);
}

/** Adds the rivers and the basin around the islands as one area. */
function addWater() {
  const shapesOf = (/** @type {string} */ kind) => plan.filter(({ properties }) => properties.kind === kind);
  const rivers = shapesOf('river').map(({ properties, geometry }) =>
    asArea(widen(geometry, Number(properties.widthM))),
  );
  const whole = union(featureCollection([...rivers, ...shapesOf('water').map(({ geometry }) => asArea(geometry))]));
  if (whole === null) throw new Error('The plan has no water');
  const wet = difference(featureCollection([whole, ...shapesOf('island').map(({ geometry }) => asArea(geometry))]));
  if (wet === null) throw new Error('The plan has no water around its islands');
  add('water', { kind: 'water' }, wet.geometry, 6);
}

/**
 * @param {string} layer
 * @param {Record<string, unknown>} properties
 * @param {import('geojson').Geometry} geometry
 * @param {number} [from] first zoom whose tiles contain it
 * @param {number} [to] last zoom
 */
function add(layer, properties, geometry, from = 0, to = ZOOM_MAX) {
  layers[layer]?.push({ from, to, feature: { type: 'Feature', properties, geometry } });
}

/**
 * Cuts all tiles of a zoom.
 *
 * @param {number} zoom
 */
function cutZoom(zoom) {
  const indexes = Object.entries(layers).map(([name, features]) => {
    const shown = features.filter(({ from, to }) => from <= zoom && zoom <= to).map(({ feature }) => feature);
    const index = new GeoJSONVT(featureCollection(shown), { maxZoom: ZOOM_MAX, indexMaxZoom: 0, buffer: 64 });
    return { name, index };
  });
  const area = AREAS.find(({ zoomMax }) => zoom <= zoomMax);
  if (area === undefined) throw new Error(`No area for zoom ${zoom}`);
  const { west, south, east, north } = area;
  const corners = [
    [west, south],
    [east, north],
  ].map((coordinates) => ({ type: 'Point', coordinates }));
  const box = boxAround(corners, 0, zoom);
  const cut = [];
  for (let x = box.left; x <= box.right; x++) {
    for (let y = box.top; y <= box.bottom; y++) {
      /** @type {Record<string, import('@maplibre/geojson-vt').GeoJSONVTTile>} */
      const content = {};
      for (const { name, index } of indexes) {
        const tile = index.getTile(zoom, x, y);
        if (tile !== null && tile.features.length > 0) content[name] = tile;
      }
      const isBare = Object.keys(content).every((name) => name === 'earth');
      if (isBare && zoom > BARE_ZOOM_MAX) continue;
      const bytes = gzipSync(fromGeojsonVt(content, { version: 2, extent: 4096 }), { level: 9 });
      cut.push({ zoom, x, y, bytes });
    }
  }
  return cut;
}

/**
 * Returns the area of a line of this width, with round ends.
 *
 * @param {import('geojson').Geometry} line
 * @param {number} widthM
 */
function widen(line, widthM) {
  const wide = buffer(line, widthM / 2, { units: 'meters', steps: 4 });
  if (wide?.type !== 'Feature') throw new Error('A line of the plan has no ground');
  return wide.geometry;
}

/**
 * Does the same with straight ends, for bridges.
 *
 * @param {import('geojson').LineString} line
 * @param {number} widthM
 */
function deckOf(line, widthM) {
  const side = (/** @type {number} */ sign) =>
    lineOffset(line, (sign * widthM) / 2, { units: 'meters' }).geometry.coordinates;
  const [first = [], ...rest] = side(1);
  return polygon([[first, ...rest, ...side(-1).reverse(), first]]).geometry;
}

/** @param {import('geojson').Geometry} geometry */
function asArea(geometry) {
  const area = /** @type {import('geojson').Polygon | import('geojson').MultiPolygon} */ (geometry);
  return { type: /** @type {const} */ ('Feature'), properties: {}, geometry: area };
}

/**
 * @param {string} name
 * @returns {Feature[]}
 */
function read(name) {
  return JSON.parse(readFileSync(new URL(`../../app/public/map/${name}`, import.meta.url), 'utf8')).features;
}
