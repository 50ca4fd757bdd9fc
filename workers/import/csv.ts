import Papa from 'papaparse';
import { PLACE_COLUMNS, plainCell } from '../../contracts/csv-text.ts';
import { ImportError } from '../../contracts/imported-file.ts';
import { decodeText } from './decode-text.ts';
import { readDegrees } from './gpx-points.ts';
import { fromLambert93 } from './lambert93.ts';
import { FeatureList, foldKey, readFields } from './raw-feature.ts';

/** The names of the columns with positions. `y` alone could be anything, and counts only beside `x`. */
const LAT = ['latitude', 'lat', 'y', 'lat_wgs84', 'coord_y', 'latitude_wgs84', 'ylat'];
const LNG = ['longitude', 'lng', 'lon', 'long', 'x', 'lon_wgs84', 'coord_x', 'longitude_wgs84', 'xlong'];
/** The names of those in metres of Lambert 93, as the sheets of French communities have them. */
const [NORTH, EAST] = [
  /^(?:coord_?)?y_?(?:l93|lamb(?:ert)?_?93|2154)$|^(?:l93|lamb(?:ert)?_?93)_y$/,
  /^(?:coord_?)?x_?(?:l93|lamb(?:ert)?_?93|2154)$|^(?:l93|lamb(?:ert)?_?93)_x$/,
];
/** Columns that are looked at. */
const COLUMNS_MAX = 200;
/** Columns with both, latitude first, as the French open data have them. */
const BOTH = ['geo_point_2d', 'geo_point', 'coordonnees', 'coordinates', 'latlng', 'lat_lng', 'position', 'gps'];

/**
 * Reads a table whose first row names its columns, in French or English, however it is separated and encoded. A text that
 * a sheet would take for a formula is a text here.
 * @throws {ImportError} `columns` without columns for positions, `empty`
 */
export function readCsv(bytes: Uint8Array): FeatureList {
  // Excel may write the separator into a line of its own.
  const [, stated, text = ''] = /^(?:sep=(.)\r?\n)?([\s\S]*)$/.exec(decodeText(bytes)) ?? [];
  const { data } = Papa.parse<string[]>(text, {
    delimiter: stated ?? '',
    delimitersToGuess: [';', ',', '\t', '|'],
    skipEmptyLines: 'greedy',
  });
  const head = data[0]?.slice(0, COLUMNS_MAX);
  if (head === undefined) throw new ImportError('empty', 'Expected rows, got none');
  const columns = head.map(foldKey);
  const find = (names: readonly string[]): number => columns.findIndex((column) => names.includes(column));
  const [lat, lng, both] = [find(LAT), find(LNG), find(BOTH)];
  const [north, east] = [columns.findIndex((name) => NORTH.test(name)), columns.findIndex((name) => EAST.test(name))];
  const isLambert = (lat === -1 || lng === -1) && both === -1 && north !== -1 && east !== -1;
  if ((lat === -1 || lng === -1) && both === -1 && !isLambert) {
    throw new ImportError('columns', `Expected columns of positions, got ${head.join(', ').slice(0, 200)}`);
  }
  // An export from here: its texts are Markdown, and guarded against spreadsheets.
  const isOwn = head.join() === PLACE_COLUMNS.join();
  const features = new FeatureList();
  for (const cells of data.slice(1)) {
    features.add(() => {
      const row = isOwn ? cells.map(plainCell) : cells;
      const [latText, lngText] = isLambert
        ? [row[north] ?? '', row[east] ?? '']
        : lat === -1 || lng === -1
          ? splitBoth(row[both] ?? '')
          : [row[lat] ?? '', row[lng] ?? ''];
      return {
        isMarkdown: isOwn,
        ...readFields(new Map(head.map((column, at) => [column, row[at] ?? '']))),
        geometry: {
          type: 'Point',
          coordinates: isLambert ? readMetres(lngText, latText) : [readDegrees(lngText), readDegrees(latText)],
        },
      };
    });
  }
  return features;
}

/** Reads `652 469,02` and `6 862 035,26` in metres of Lambert 93. */
function readMetres(x: string, y: string): readonly (number | null)[] {
  const [east, north] = [x, y].map((text) => readDegrees(text.replace(/\s/g, '')));
  return typeof east === 'number' && typeof north === 'number' ? fromLambert93(east, north) : [null, null];
}

/** Splits `48.85, 2.35`, or `48,85 2,35`, in parentheses or without. */
function splitBoth(text: string): readonly [lat: string, lng: string] {
  const plain = text
    .slice(0, 100)
    .replace(/[()[\]]/g, '')
    .trim();
  const [lat = '', lng = ''] =
    plain.split(/\s*;\s*|,\s+|\s+/).length === 2 ? plain.split(/\s*;\s*|,\s+|\s+/) : plain.split(',');
  return [lat, lng];
}
