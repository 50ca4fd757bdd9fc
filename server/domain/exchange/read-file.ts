import {
  type ExportedFile,
  ExportedParcours,
  ExportedPlace,
  PARCOURS_ENTRIES,
  PARCOURS_FILE_VERSION,
  PARCOURS_FILES_MAX,
  ParcoursManifest,
} from '../../../contracts/parcours-file.ts';
import { tellingCode } from '../../../contracts/telling.ts';
import { AppError } from '../app-error.ts';
import { nextTurn } from '../costly-work.ts';
import { sha256Of } from '../keys.ts';
import { expectModest } from '../modest-json.ts';
import type { PlaceBounds } from '../places/place-bounds.ts';
import type { OpenedZip } from './read-zip.ts';

/** Maximum size of the list of files: 150 bytes for each of the most that a ZIP may have. */
const MANIFEST_BYTES_MAX = 2 ** 24;
/** Bytes of a place in GeoJSON beside its shape and texts: those of a place with eight pictures. */
const PLACE_BYTES = 16_384;
/** Maximum lists, objects and commas of the list of files: each file has four. */
const MANIFEST_PIECES_MAX = 5 * PARCOURS_FILES_MAX;
/** Maximum lists, objects and commas of the GeoJSON: 200,000 positions have 600,000, 2,000 places with all pictures 900,000. */
const GEOJSON_PIECES_MAX = 1_500_000;

/** A parcours in a ZIP, all of which was checked but the content of its sounds and pictures. */
export interface FoundParcours {
  readonly parcours: ExportedParcours;
  /** SHA-256 of the manifest, which names all content. */
  readonly fingerprint: string;
  /** The files that the parcours needs, each once. */
  readonly sounds: readonly ExportedFile[];
  readonly pictures: readonly ExportedFile[];
}

/**
 * Reads the parcours in a ZIP, and checks it against its schema, its manifest and itself.
 * @throws AppError `invalid_request`, with words about the first fault; `map_full` for more than a parcours may have
 */
export async function readParcoursFile(zip: OpenedZip, most: PlaceBounds): Promise<FoundParcours> {
  const manifestJson = await zip.read(PARCOURS_ENTRIES.manifest, MANIFEST_BYTES_MAX);
  const manifest = parsed(
    ParcoursManifest,
    readJson(manifestJson, PARCOURS_ENTRIES.manifest, MANIFEST_PIECES_MAX),
    PARCOURS_ENTRIES.manifest,
  );
  const listed = new Map(manifest.files.map((file) => [file.file, file]));
  for (const [file, bytes] of zip.sizes) {
    if (file === PARCOURS_ENTRIES.manifest) continue;
    const entry = listed.get(file);
    if (entry === undefined) throw fault(PARCOURS_ENTRIES.manifest, `${file} is in the ZIP, and not in this list`);
    if (entry.bytes !== bytes) throw fault(file, `expected ${entry.bytes} bytes, got ${bytes}`);
  }
  const missing = manifest.files.find(({ file }) => !zip.sizes.has(file));
  if (missing !== undefined) throw fault(missing.file, 'it is missing');
  const geojsonMax = 3 * most.shapeBytes + PLACE_BYTES * most.places;
  const geojson = await zip.read(PARCOURS_ENTRIES.geojson, geojsonMax);
  if (sha256Of(geojson) !== listed.get(PARCOURS_ENTRIES.geojson)?.sha256) {
    throw fault(PARCOURS_ENTRIES.geojson, 'it is not what the manifest names');
  }
  const parcours = await parseParcours(readJson(geojson, PARCOURS_ENTRIES.geojson, GEOJSON_PIECES_MAX), most);
  for (const [index, place] of parcours.features.entries()) {
    expectConsistent(place, index, parcours.drop_ici.about.language);
  }
  const steps = parcours.features.flatMap(({ properties }) => properties.drop_ici.step ?? []);
  if (new Set(steps).size < steps.length) throw fault(PARCOURS_ENTRIES.geojson, 'two places have the same step');
  const files = filesOf(parcours);
  for (const { file, sha256, bytes } of [...files.sounds, ...files.pictures]) {
    const entry = listed.get(file);
    if (entry === undefined) throw fault(file, `${PARCOURS_ENTRIES.geojson} names it, and it is missing`);
    if (entry.sha256 !== sha256 || entry.bytes !== bytes || !file.includes(sha256)) {
      throw fault(file, `${PARCOURS_ENTRIES.geojson} and ${PARCOURS_ENTRIES.manifest} disagree about it`);
    }
  }
  return { parcours, fingerprint: sha256Of(manifestJson), ...files };
}

/** Parses place by place, because a long list of zones would make other calls wait. */
async function parseParcours(json: unknown, most: PlaceBounds): Promise<ExportedParcours> {
  const where = PARCOURS_ENTRIES.geojson;
  const { features, ...rest } = (json ?? {}) as {
    readonly features?: unknown;
    readonly drop_ici?: { version?: unknown };
  };
  const version = rest.drop_ici?.version;
  if (version !== undefined && version !== PARCOURS_FILE_VERSION) {
    throw fault(where, `expected version ${PARCOURS_FILE_VERSION} of the format, got ${JSON.stringify(version)}`);
  }
  const head = parsed(ExportedParcours, { ...rest, features: [] }, where);
  if (!Array.isArray(features)) throw fault(where, `features: expected a list, got ${typeof features}`);
  if (features.length > most.places) {
    throw new AppError('map_full', `Expected at most ${most.places} places of a parcours, got ${features.length}`);
  }
  const places: ExportedPlace[] = [];
  for (const [index, feature] of features.entries()) {
    places.push(parsed(ExportedPlace, feature, `${where}, features.${index}`));
    await nextTurn();
  }
  return { ...head, features: places };
}

/** Checks what the schema can't: what a place says of itself. */
function expectConsistent({ properties: { drop_ici } }: ExportedPlace, index: number, language: string): void {
  const { tellings, pictures, planned, sound } = drop_ici;
  const where = `${PARCOURS_ENTRIES.geojson}, features.${index}`;
  if (planned && (sound !== null || tellings.length > 0 || pictures.length > 0)) {
    throw fault(where, 'a planned place has neither sound nor words');
  }
  if (new Set(tellings.map(tellingCode)).size < tellings.length)
    throw fault(where, 'two tellings have one language and kind');
  for (const telling of tellings) {
    const isPlace = telling.kind === 'standard' && telling.language === language;
    if (isPlace && (telling.name !== '' || telling.sound !== null)) {
      throw fault(where, 'its telling in the first language has a name or a sound beside the place’s');
    }
    const described = telling.pictures.map(({ picture }) => picture);
    if (new Set(described).size < described.length || described.some((picture) => picture >= pictures.length)) {
      throw fault(where, 'a description is of no picture, or is there twice');
    }
  }
}

function filesOf({ features, drop_ici }: ExportedParcours): Pick<FoundParcours, 'sounds' | 'pictures'> {
  const details = features.map(({ properties }) => properties.drop_ici);
  const sounds = details.flatMap(({ sound, tellings }) => [sound, ...tellings.map((telling) => telling.sound)]);
  const pictures = details.flatMap((detail) => detail.pictures.flatMap(({ files }) => files));
  return {
    sounds: once(sounds.filter((sound) => sound !== null)),
    pictures: once([...pictures, ...(drop_ici.image === null ? [] : [drop_ici.image])]),
  };
}

function once(files: readonly ExportedFile[]): ExportedFile[] {
  return [...new Map(files.map((file) => [file.file, file])).values()];
}

/** Reads JSON of strangers. @param piecesMax see {@link expectModest} */
function readJson(bytes: Buffer, where: string, piecesMax: number): unknown {
  expectModest(bytes, piecesMax);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (cause) {
    throw fault(where, 'expected JSON in UTF-8', cause);
  }
}

/** The part of a schema that is used here. */
interface Schema<Value> {
  safeParse(value: unknown): {
    readonly data?: Value | undefined;
    readonly error?:
      | { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }
      | undefined;
  };
}

function parsed<Value>(schema: Schema<Value>, value: unknown, where: string): Value {
  const { data, error } = schema.safeParse(value);
  if (data !== undefined && error === undefined) return data;
  const [issue] = error?.issues ?? [];
  throw fault(where, `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'expected something else'}`);
}

function fault(where: string, what: string, cause?: unknown): AppError {
  const message = `${where}: ${what}`;
  return new AppError('invalid_request', `The ZIP is not as a parcours leaves a server. ${message}`, {
    cause,
    faults: [{ path: where, message: what }],
  });
}
