import { gpx as gpxToGeoJson, kml as kmlToGeoJson } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { IMPORT_BYTES_MAX, ImportError, type ImportedFile } from '../../../contracts/imported-file.ts';
import { fromLambert93, toGeographic } from '../../../workers/import/lambert93.ts';
import { readImport, readTracks } from '../../../workers/import/read-file.ts';
import { LINES_MAX } from '../../../workers/import/to-places.ts';
import { zipBlob } from '../../support/formats/zip.ts';
import * as samples from '../../support/samples/import-files.ts';

const read = (content: BlobPart | Blob, isSwapped = false): Promise<ImportedFile> =>
  readImport(content instanceof Blob ? content : new Blob([content]), isSwapped);
const faultOf = (content: BlobPart | Blob): Promise<unknown> =>
  read(content).then(
    () => 'none',
    (error: unknown) => (error instanceof ImportError ? error.fault : error),
  );
const namesOf = ({ places }: ImportedFile) => places.map(({ name }) => name);
const skippedOf = ({ skipped }: ImportedFile) => skipped.map(({ reason, count, names }) => [reason, count, ...names]);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0)).buffer);

test('My Maps: folders, descriptions without their HTML, the sound of a column, and lines told apart', async () => {
  const file = await read(samples.MY_MAPS);
  expect(file.places).toMatchObject([
    {
      name: 'Le puits',
      text: 'Profond de vingt mètres & froid.\nFichier: puits.mp3',
      folder: "Points d'écoute",
      soundName: 'puits.mp3',
      geometry: { type: 'Point', coordinates: [2.341, 48.857] },
    },
    { name: 'La cour', text: '', geometry: { type: 'Polygon' } },
  ]);
  expect(skippedOf(file)).toEqual([['line', 1, "De l'un à l'autre"]]);
  const kmz = await zipBlob({ 'doc.kml': samples.MY_MAPS, 'images/icon-1.png': 'png' });
  expect(await read(kmz)).toEqual(file);
});

test('Organic Maps: a bookmark has its own name, and a recorded track is a line', async () => {
  const file = await read(samples.ORGANIC_MAPS);
  expect(file.places).toMatchObject([{ name: 'Le puits', text: 'Profond.', folder: null }]);
  expect(skippedOf(file)).toEqual([['line', 1, 'Trace']]);
});

test('Garmin and OsmAnd: waypoints with their texts and groups; tracks are lines', async () => {
  const garmin = await read(samples.GARMIN);
  expect(garmin.places).toMatchObject([
    { name: 'Le puits', text: 'Profond.', geometry: { coordinates: [2.341, 48.857] } },
    { name: 'La cour', text: '' },
  ]);
  expect(skippedOf(garmin)).toEqual([['line', 1, 'Matin']]);
  expect((await read(samples.OSMAND)).places).toMatchObject([
    { name: 'Le puits', folder: 'Faubourg' },
    { folder: null },
  ]);
});

test('geojson.io, uMap, Geotrek and the schema of French hikes', async () => {
  expect((await read(samples.GEOJSON_IO)).places).toMatchObject([
    { name: 'Le puits', geometry: { coordinates: [2.341, 48.857] } },
    { name: '', geometry: { type: 'Polygon' } },
  ]);
  const umap = await read(samples.UMAP);
  expect(umap.places).toMatchObject([
    { name: 'Le puits', folder: 'Écoutes', text: 'Profond : voir (https://example.org)' },
    { name: 'La cour', folder: 'Zones' },
  ]);
  expect(skippedOf(umap)).toEqual([['nowhere', 1, 'Sans forme']]);
  const geotrek = await read(samples.GEOTREK);
  expect(geotrek.places).toMatchObject([{ name: 'Le puits', text: 'Profond.' }]);
  expect(skippedOf(geotrek)).toEqual([['line', 1, 'Tour du faubourg']]);
  expect(skippedOf(await read(samples.RANDONNEE))).toEqual([['line', 1, 'Tour du faubourg']]);
});

test.each([
  ['My Maps', samples.MY_MAPS, kmlToGeoJson],
  ['Organic Maps', samples.ORGANIC_MAPS, kmlToGeoJson],
  ['Garmin', samples.GARMIN, gpxToGeoJson],
  ['OsmAnd', samples.OSMAND, gpxToGeoJson],
])('%s: togeojson finds the same points and zones, under the same names', async (_, text, convert) => {
  const { features } = convert(new DOMParser().parseFromString(text, 'text/xml') as unknown as Document);
  const theirs = features.filter(({ geometry }) => geometry?.type === 'Point' || geometry?.type === 'Polygon');
  const firstOf = (coordinates: unknown): unknown => {
    const [first] = Array.isArray(coordinates) ? coordinates : [];
    return Array.isArray(first) ? firstOf(first) : (coordinates as number[]).slice(0, 2);
  };
  const { places } = await read(text);
  expect(places.map(({ name, geometry }) => [name, geometry.type, firstOf(geometry.coordinates)])).toEqual(
    theirs.map(({ properties, geometry }) => [
      properties?.name,
      geometry?.type,
      firstOf(geometry !== null && 'coordinates' in geometry ? geometry.coordinates : []),
    ]),
  );
});

const feature = (geometry: unknown, properties: object = { name: 'A' }) =>
  JSON.stringify({ type: 'Feature', properties, geometry });
const square = (lng: number, lat: number, size: number) => [
  [lng, lat],
  [lng + size, lat],
  [lng + size, lat + size],
  [lng, lat + size],
  [lng, lat],
];

test('a compound shape becomes a place for each part; holes, heights and unclosed rings are accepted', async () => {
  const file = await read(
    feature({
      type: 'GeometryCollection',
      geometries: [
        {
          type: 'MultiPolygon',
          coordinates: [[square(2, 48, 0.1), square(2.02, 48.02, 0.01)], [square(3, 48, 0.1).slice(0, 4)]],
        },
        { type: 'MultiPoint', coordinates: [[2, 48, 35, 1]] },
        {
          type: 'MultiLineString',
          coordinates: [
            [
              [2, 48],
              [3, 48],
            ],
          ],
        },
      ],
    }),
  );
  expect(file.places).toMatchObject([
    { name: 'A (1)', geometry: { coordinates: { length: 2 } } },
    { name: 'A (2)', geometry: { coordinates: [{ length: 5 }] } },
    { name: 'A (3)', geometry: { coordinates: [2, 48] } },
  ]);
  expect(skippedOf(file)).toEqual([['line', 1, 'A']]);
});

test.each([
  ['nowhere', null],
  ['nowhere', { type: 'Point', coordinates: [0, 0] }],
  ['nowhere', { type: 'Point', coordinates: ['x', 48] }],
  ['swapped', { type: 'Point', coordinates: [48, 141] }],
  [
    'flat',
    {
      type: 'Polygon',
      coordinates: [
        [
          [2, 48],
          [2.1, 48],
          [2.2, 48],
          [2, 48],
        ],
      ],
    },
  ],
  [
    'broken',
    {
      type: 'Polygon',
      coordinates: [
        [
          [2, 48],
          [2.1, 48],
        ],
      ],
    },
  ],
  ['unknown', { type: 'Circle', coordinates: [2, 48] }],
])('%s: a shape is left out with its reason', async (reason, geometry) => {
  const other = { type: 'Feature', properties: { nom: 'B' }, geometry: { type: 'Point', coordinates: [2, 48] } };
  const file = await read(`[${feature(geometry)}, ${JSON.stringify(other)}]`);
  expect([namesOf(file), skippedOf(file)]).toEqual([['B'], [[reason, 1, 'A']]]);
});

test('a file with latitudes first is read the other way round when that is asked for', async () => {
  const [place] = (await read(feature({ type: 'Point', coordinates: [-16.8, 179.5] }), true)).places;
  expect(place?.geometry.coordinates).toEqual([179.5, -16.8]);
});

const SHEET = `Nom;Latitude;Longitude;Texte;Fichier;Lien
Le puits;48,857;2,341;"Profond;
de vingt mètres";sons/puits.mp3;https://example.org/puits
=1+2;48,85;2,34;-cmd|' /C calc'!A0;;
Sans position;;;;;`;

test.each([
  ['UTF-8 and semicolons', SHEET],
  ['a byte order mark', `\ufeff${SHEET}`],
  ['UTF-16', utf16(SHEET)],
  ['the encoding of Windows', latin1(SHEET)],
  ['a line that states the separator', `sep=;\r\n${SHEET}`],
])('a French sheet is read: %s', async (_, content) => {
  const file = await read(content);
  expect(file.places).toMatchObject([
    {
      name: 'Le puits',
      text: 'Profond;\nde vingt mètres',
      link: 'https://example.org/puits',
      soundName: 'puits.mp3',
      geometry: { coordinates: [2.341, 48.857] },
    },
    // As it is written: nothing here computes it.
    { name: '=1+2', text: "-cmd|' /C calc'!A0" },
  ]);
  expect(skippedOf(file)).toEqual([['nowhere', 1, 'Sans position']]);
});

test.each([
  ['commas and English', 'Title,lat,lng,description,file\nThe well,48.857,2.341,Deep,well.mp3'],
  ['tabs', 'titre\ty\tx\nLe puits\t48.857\t2.341'],
  ['one column for both', 'nom;geo_point_2d\nLe puits;48.857, 2.341'],
  ['hemispheres', 'name,latitude,longitude\nWell,48.857N,2.341°E'],
])('a table is read: %s', async (_, content) => {
  expect((await read(content)).places[0]?.geometry.coordinates).toEqual([2.341, 48.857]);
});

test('what a text writes is no syntax: Markdown is escaped, HTML becomes words and lists', async () => {
  const texts = [
    '# Titre\n1. un\n- deux\n*trois* [quatre](javascript:alert)',
    '<p>Un</p><ul><li>deux</li><li>trois</li></ul><script>alert(1)</script><a href="javascript:x">qu&eacute;</a>',
  ];
  const { places } = await read(
    JSON.stringify(texts.map((text) => JSON.parse(feature({ type: 'Point', coordinates: [2, 48] }, { text })))),
  );
  expect(places.map(({ text }) => text)).toEqual([
    '\\# Titre\n1\\. un\n\\- deux\n\\*trois\\* \\[quatre\\](javascript:alert)',
    'Un\n\n- deux\n- trois\nqué',
  ]);
});

test('a parcours of ours has its words and the name of each sound', async () => {
  const detail = {
    tellings: [{ language: 'fr', kind: 'standard', text: 'Un **puits**.', link: null }],
    sound: { file: `audio/${'a'.repeat(64)}.wav` },
  };
  const geojson = {
    ...{ type: 'FeatureCollection', drop_ici: { version: 1, about: { language: 'fr' } } },
    features: [
      JSON.parse(
        feature(
          { type: 'Point', coordinates: [2, 48] },
          { name: 'Le puits', description: 'Un puits.', drop_ici: detail },
        ),
      ),
    ],
  };
  expect((await read(JSON.stringify(geojson))).places).toMatchObject([
    { name: 'Le puits', text: 'Un **puits**.', soundName: `${'a'.repeat(64)}.wav` },
  ]);
});

test('Lambert 93 becomes degrees where a file names it: in GeoJSON, and in the columns of a sheet', async () => {
  // IGN, NTG_71: the test of algorithm 4, whose latitude algorithm 2 gives; then the origin that defines Lambert 93.
  const clarke = { eccentricity: 0.08248325676, exponent: 0.760405966, constant: 11_603_796.9767 };
  const cone = { ...clarke, poleX: 600_000, poleY: 5_657_616.674, meridian: 0.04079234433 };
  const [lng, lat] = toGeographic(cone, 1_029_705.083, 272_723.849);
  expect([lng.toFixed(9), lat.toFixed(9)]).toEqual(['0.145512099', '0.872664626']);
  expect(fromLambert93(700_000, 6_600_000)).toEqual([3, 46.5]);
  // An empty cell's zeros, and degrees under the wrong name.
  expect([fromLambert93(0, 0), fromLambert93(2.35, 48.85)]).toEqual([
    [null, null],
    [null, null],
  ]);
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2154' } };
  const ring = [700_000, 700_100, 700_100, 700_000].map((x, at) => [x, at < 2 ? 6_600_000 : 6_600_100]);
  const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  const file = { type: 'FeatureCollection', crs, features: [{ type: 'Feature', properties: {}, geometry }] };
  const { places } = await read(JSON.stringify(file));
  expect(places[0]?.geometry.coordinates[0]).toContainEqual([3, 46.5]);
  const sheet = 'nom;X_L93;Y_L93\nBourges;700\u202f000,00;6 600 000';
  expect((await read(sheet)).places).toMatchObject([{ name: 'Bourges', geometry: { coordinates: [3, 46.5] } }]);
});

test('lines of any file are told with their names; the lines of one feature are joined', async () => {
  const way = [
    [2.34, 48.85],
    [2.341, 48.857],
  ];
  const linesOf = async (content: string) =>
    (await read(content)).lines.map(({ name, line, segments }) => [name, line, segments]);
  for (const [sample, name] of [
    [samples.MY_MAPS, "De l'un à l'autre"],
    [samples.ORGANIC_MAPS, 'Trace'],
    [samples.GARMIN, 'Matin'],
  ] as const) {
    expect(await linesOf(sample)).toEqual([[name, way, 1]]);
  }
  const parts = { type: 'MultiLineString', coordinates: [way, [...way, [2.342, 48.858]]] };
  const { lines } = await read(feature(parts));
  expect(lines.map(({ name, segments, line }) => [name, segments, line.length])).toEqual([['A', 2, 5]]);
  expect(await linesOf(feature({ type: 'LineString', coordinates: [[2, 48], [null]] }))).toEqual([]);
  const points = way.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('');
  const many = `<trk><trkseg>${points}</trkseg></trk>`.repeat(LINES_MAX + 1);
  expect(await linesOf(`<gpx xmlns="http://www.topografix.com/GPX/1/1">${many}</gpx>`)).toHaveLength(LINES_MAX);
});

test('exports from here come back with their texts, whose Markdown stays, and the sounds that their places name', async () => {
  const ours =
    '\ufeffnom;latitude;longitude;texte;fichier;numero;lien\r\n\'=Puits;48.85;2.34;"- **un**\n- deux";audio/a.wav;1;\r\n';
  expect((await read(ours)).places).toMatchObject([{ name: '=Puits', text: '- **un**\n- deux', soundName: 'a.wav' }]);
  const data = '<Data name="drop_ici:text"><value>Un **puits**.</value></Data>';
  const kml = (more: string) =>
    `<kml><Placemark><name>A</name><description>1 &amp;lt; 2</description><ExtendedData>${more}</ExtendedData><Point><coordinates>2,48</coordinates></Point></Placemark></kml>`;
  expect([(await read(kml(data))).places[0]?.text, (await read(kml(''))).places[0]?.text]).toEqual([
    'Un **puits**.',
    '1 < 2',
  ]);
  const detail = { tellings: [], sound: { file: 'audio/a.wav' } };
  const geojson = {
    ...{ type: 'FeatureCollection', drop_ici: { about: { language: 'fr' } } },
    features: [JSON.parse(feature({ type: 'Point', coordinates: [2, 48] }, { name: 'A', drop_ici: detail }))],
  };
  const files = { 'audio/a.wav': 'a', 'audio/b.wav': 'b', 'renditions/a.m4a': 'c', 'manifest.json': '{}' };
  const { sounds } = await read(await zipBlob({ 'parcours.geojson': JSON.stringify(geojson), ...files }));
  expect(sounds.map(({ path }) => path)).toEqual(['audio/a.wav']);
});

test('a ZIP may have sounds beside a file of places, or alone; what macOS adds is ignored', async () => {
  const sounds = { 'sons/puits.mp3': 'sound', '__MACOSX/sons/._puits.mp3': 'shadow' };
  const both = await read(await zipBlob({ ...sounds, 'lieux.csv': SHEET }));
  expect([namesOf(both), both.sounds]).toEqual([
    ['Le puits', '=1+2'],
    [{ path: 'sons/puits.mp3', name: 'puits.mp3', bytes: 5 }],
  ]);
  expect(await read(await zipBlob(sounds))).toMatchObject({ places: [], sounds: [{ name: 'puits.mp3' }] });
});

const lol = `<!DOCTYPE kml [<!ENTITY a "lol"><!ENTITY b "${'&a;'.repeat(10)}">]><kml><Placemark><name>&b;</name></Placemark></kml>`;
test.each([
  ['empty', ''],
  ['empty', '\ufeff  \n'],
  ['unknown', 'bonjour'],
  ['unknown', '<html><body/></html>'],
  ['unknown', '{"a": 1}'],
  ['unknown', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 44])],
  ['not-json', '{"type": "FeatureCollection", "features": [{'],
  ['not-xml', samples.MY_MAPS.slice(0, 900)],
  ['entities', lol],
  ['too-deep', `<kml>${'<Folder>'.repeat(5000)}`],
  ['link', '<kml><NetworkLink><name>x</name><Link><href>https://example.org/a.kml</href></Link></NetworkLink></kml>'],
  ['projected', feature({ type: 'Point', coordinates: [652_000, 6_862_000] })],
  ['projected', '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:27572"}},"features":[]}'],
  ['columns', 'nom;adresse\nLe puits;Rue du Puits'],
])('a file is refused as %s', async (fault, content) => {
  expect(await faultOf(content)).toBe(fault);
});

test('ZIPs are refused that are cut, locked, bombs, or have nothing to import', async () => {
  const zip = await zipBlob({ 'lieux.csv': SHEET });
  expect(await faultOf(zip.slice(0, 100))).toBe('damaged-zip');
  expect(await faultOf(new Blob([zip.slice(0, 60), zip.slice(90)]))).toBe('damaged-zip');
  const bytes = new Uint8Array(await zip.arrayBuffer());
  const list = bytes.findIndex((_, at) => new DataView(bytes.buffer).getUint32(at, true) === 0x02014b50);
  const patched = (at: number, value: number) => {
    const copy = bytes.slice();
    new DataView(copy.buffer).setUint32(list + at, value, true);
    return copy;
  };
  expect(await faultOf(patched(8, 1 | (8 << 16)))).toBe('locked-zip');
  // It says that it has ten bytes, and has more.
  expect(await faultOf(patched(24, 10))).toBe('damaged-zip');
  expect(await faultOf(await zipBlob({ 'bombe.kml': Buffer.alloc(IMPORT_BYTES_MAX + 1, 'a') }))).toBe('too-large');
  expect(await faultOf(await zipBlob({ 'lisez-moi.txt': 'rien' }))).toBe('nothing-in-zip');
  expect(await faultOf(await zipBlob({ 'xl/workbook.xml': '<x/>' }))).toBe('spreadsheet');
  expect(await faultOf(await zipBlob({ 'a.shp': 'x', 'a.dbf': 'x' }))).toBe('shapefile');
});

test('a larger file is refused before it is read, whatever its size', async () => {
  const huge = Object.assign(new Blob(['<kml>']), { arrayBuffer: () => Promise.reject(new Error('It was read')) });
  Object.defineProperty(huge, 'size', { value: 200 * 1024 * 1024 });
  huge.slice = () => new Blob(['<kml>']);
  expect(await faultOf(huge)).toBe('too-large');
  await expect(readTracks(huge)).rejects.toMatchObject({ fault: 'too-large' });
});
