import { ImportError, type ParcoursInZip } from '../../contracts/imported-file.ts';
import { PARCOURS_ENTRIES, PARCOURS_FILE_VERSION } from '../../contracts/parcours-file.ts';
import { isObject, type Json } from './geojson.ts';
import { listZip, unpack, type ZipEntry } from './zip.ts';

/** Largest GeoJSON that is read: that of the largest parcours on most servers, of which a usual one has a hundredth. */
const GEOJSON_BYTES_MAX = 64 * 1024 * 1024;

/** Finds the GeoJSON of a whole parcours among a ZIP's files; undefined in other ZIPs. */
export function findParcours(entries: readonly ZipEntry[]): ZipEntry | undefined {
  const { geojson, manifest } = PARCOURS_ENTRIES;
  return entries.some(({ path }) => path === manifest) ? entries.find(({ path }) => path === geojson) : undefined;
}

/**
 * Reads what the ZIP of a whole parcours says of itself. Of the ZIP, only its list and its GeoJSON are read; nothing is checked
 * but what is counted, because the server checks everything.
 * @throws {ImportError} `no-parcours` for any other file, `later-parcours`, `too-large`, `damaged-zip`
 */
export async function readParcoursZip(zip: Blob): Promise<ParcoursInZip> {
  const start = new Uint8Array(await zip.slice(0, 2).arrayBuffer());
  if (start[0] !== 0x50 || start[1] !== 0x4b) throw new ImportError('no-parcours', 'Expected a ZIP');
  const entry = findParcours(await listZip(zip));
  if (entry === undefined) throw new ImportError('no-parcours', 'Expected the ZIP of a whole parcours');
  const text = await (await unpack(zip, entry, GEOJSON_BYTES_MAX)).text();
  try {
    return summarize(JSON.parse(text));
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError('damaged-zip', `Expected JSON in ${entry.path}: ${String(error)}`);
  }
}

function summarize(value: unknown): ParcoursInZip {
  const parcours = objectOf(value);
  const own = objectOf(parcours.drop_ici);
  if (typeof own.version !== 'number') throw new ImportError('no-parcours', 'Expected the format of a parcours');
  if (own.version > PARCOURS_FILE_VERSION) {
    throw new ImportError('later-parcours', `Expected version ${PARCOURS_FILE_VERSION}, got ${own.version}`);
  }
  const details = listOf(parcours.features).map((feature) => objectOf(objectOf(feature.properties).drop_ici));
  const tellings = details.flatMap((detail) => listOf(detail.tellings));
  const { language } = objectOf(own.about);
  const languages = [language, ...tellings.map((telling) => telling.language)];
  return {
    name: typeof parcours.name === 'string' ? parcours.name : '',
    places: details.length,
    sounds: [...details, ...tellings].filter(({ sound }) => isObject(sound)).length,
    pictures: details.reduce((sum, { pictures }) => sum + listOf(pictures).length, 0),
    languages: [...new Set(languages.filter((code) => typeof code === 'string'))],
  };
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
