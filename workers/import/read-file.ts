import {
  GPX_BYTES_MAX,
  type GpxLine,
  IMPORT_BYTES_MAX,
  ImportError,
  type ImportedFile,
} from '../../contracts/imported-file.ts';
import { readCsv } from './csv.ts';
import { readGeoJson } from './geojson.ts';
import { readGpx, readGpxLines } from './gpx.ts';
import type { Outcome } from './import.api.ts';
import { readKml } from './kml.ts';
import type { FeatureList } from './raw-feature.ts';
import { findParcours } from './read-parcours-zip.ts';
import { baseName, LINES_MAX, Skipped, toPlaces } from './to-places.ts';
import { listZip, unpack, type ZipEntry } from './zip.ts';

/** The files of places that are read in a ZIP; of several, the first of the first kind. */
const DATA_ENDINGS = ['geojson', 'kml', 'gpx', 'umap', 'csv', 'tsv', 'json'];
const SOUND_ENDINGS = /\.(?:mp3|wav|m4a|m4b|aac|ogg|oga|opus|flac|aif|aiff|wma|amr|3gp|mp4|webm|caf)$/i;
/** What macOS adds to a ZIP. */
const IS_SHADOW = /(?:^|\/)(?:__MACOSX\/|\._)/;

/**
 * Reads a file of places: GeoJSON, GPX, KML, KMZ, CSV, or a ZIP with one of them, with sounds, or both. The content tells its
 * kind, not its name. At most {@link IMPORT_BYTES_MAX} of it are ever in memory; sounds stay in the ZIP.
 * @throws {ImportError}
 */
export async function readImport(file: Blob, isSwapped: boolean): Promise<ImportedFile> {
  if (file.size === 0) throw new ImportError('empty', 'Expected a file, got an empty one');
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) return readZip(file, isSwapped);
  return { ...(await readData(file, isSwapped)), sounds: [], isParcours: false };
}

/** Reads the tracks and routes of a GPX file. @throws {ImportError} */
export async function readTracks(file: Blob): Promise<readonly GpxLine[]> {
  if (file.size > GPX_BYTES_MAX) throw tooLarge(GPX_BYTES_MAX, file.size);
  return readGpxLines(new Uint8Array(await file.arrayBuffer()));
}

/** Unpacks a sound of a ZIP, by its path there. @throws {ImportError} */
export async function unpackSound(zip: Blob, path: string, bytesMax: number): Promise<Blob> {
  const entry = (await listZip(zip)).find((one) => one.path === path);
  if (entry === undefined) throw new ImportError('damaged-zip', `Expected ${path} in the ZIP`);
  return unpack(zip, entry, bytesMax);
}

async function readZip(zip: Blob, isSwapped: boolean): Promise<ImportedFile> {
  const entries = (await listZip(zip)).filter(({ path }) => !IS_SHADOW.test(path));
  const sounds = entries
    .filter(({ path }) => SOUND_ENDINGS.test(path))
    .map(({ path, bytes }) => ({ path, name: baseName(path), bytes }));
  const data = findData(entries);
  if (data !== undefined) {
    const read = await readData(await unpack(zip, data, IMPORT_BYTES_MAX), isSwapped);
    // An export from here also has lighter copies, and sounds of other versions.
    const isParcours = findParcours(entries) === data;
    const named = new Set(read.places.map(({ soundName }) => soundName));
    return { ...read, isParcours, sounds: isParcours ? sounds.filter(({ name }) => named.has(name)) : sounds };
  }
  if (sounds.length > 0) return { places: [], skipped: [], lines: [], shortened: 0, sounds, isParcours: false };
  const has = (ending: RegExp): boolean => entries.some(({ path }) => ending.test(path));
  if (has(/^(xl\/|content\.xml$)/)) throw new ImportError('spreadsheet', 'Expected CSV, got a spreadsheet');
  if (has(/\.shp$/i)) throw new ImportError('shapefile', 'Expected GeoJSON, got a shapefile');
  throw new ImportError('nothing-in-zip', 'Expected places or sounds in the ZIP');
}

function findData(entries: readonly ZipEntry[]): ZipEntry | undefined {
  for (const ending of DATA_ENDINGS) {
    const found = entries.find(({ path }) => path.toLowerCase().endsWith(`.${ending}`));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function readData(file: Blob, isSwapped: boolean): Promise<Omit<ImportedFile, 'sounds' | 'isParcours'>> {
  if (file.size > IMPORT_BYTES_MAX) throw tooLarge(IMPORT_BYTES_MAX, file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const skipped = new Skipped();
  const { features, lines } = readFeatures(bytes, skipped);
  const made = toPlaces(features.list, isSwapped, skipped);
  if (features.left > 0) skipped.add('too-many', '', features.left);
  const list = skipped.list();
  const [first] = list;
  if (made.places.length === 0 && list.length === 1 && first?.reason === 'projected') {
    throw new ImportError('projected', 'Expected positions in degrees');
  }
  return { ...made, lines: [...lines, ...made.lines].slice(0, LINES_MAX), skipped: list };
}

/** What a file has, before it is checked. Lines have no shape among the features where their times are known. */
interface ReadFeatures {
  readonly features: FeatureList;
  readonly lines: readonly GpxLine[];
}

function readFeatures(bytes: Uint8Array, skipped: Skipped): ReadFeatures {
  // The zeros of UTF-16 don't matter here.
  const start = new TextDecoder('windows-1252')
    .decode(bytes.subarray(0, 8192))
    .replace(/\0|^(?:ï»¿|ÿþ|þÿ)/g, '')
    .trimStart();
  if (start === '') throw new ImportError('empty', 'Expected a text, got nothing');
  if (/^[{[]/.test(start)) return { features: readGeoJson(bytes), lines: [] };
  if (start.startsWith('<')) {
    const root = /<(?:\w+:)?(gpx|kml)\b/i.exec(start)?.[1]?.toLowerCase();
    if (root === 'kml') {
      const { features, others } = readKml(bytes);
      for (const { reason, name } of others) skipped.add(reason, name);
      return { features, lines: [] };
    }
    if (root === 'gpx') {
      const { lines, waypoints } = readGpx(bytes);
      for (const { name } of lines) skipped.add('line', name ?? '');
      return { features: waypoints, lines };
    }
    throw new ImportError('unknown', 'Expected GPX or KML, got other XML');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell a text from another file.
  if (/[\x01-\x08\x0e-\x1f]/.test(start) || !/[;,\t|]/.test(start)) {
    throw new ImportError('unknown', 'Expected a file of places');
  }
  return { features: readCsv(bytes), lines: [] };
}

function tooLarge(bytesMax: number, bytes: number): ImportError {
  return new ImportError('too-large', `Expected a file of ${bytesMax} bytes at the most, got ${bytes}`);
}

/** Returns the result of a call of the worker, or why a file can't be read. @throws any other error */
export async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const { fault, message, fileLine } = error;
    return { fault, message, fileLine };
  }
}
