import { ImportError } from '../../contracts/imported-file.ts';
import { decodeText } from './decode-text.ts';
import { fromLambert93 } from './lambert93.ts';
import { FeatureList, type RawFeature, type RawGeometry, readFields } from './raw-feature.ts';

/** Deepest nesting of collections: uMap has maps of layers of features. */
const DEPTH_MAX = 6;

/** An object in JSON, whose values nobody has checked. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * Reads GeoJSON of any kind (a collection, a feature or a bare shape), a map of uMap with its layers, and the pages of
 * Geotrek's API.
 * @throws {ImportError} `not-json`, `projected`, `unknown`
 */
export function readGeoJson(bytes: Uint8Array): FeatureList {
  const text = decodeText(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ImportError('not-json', error instanceof Error ? error.message : String(error));
  }
  const features = new FeatureList();
  collect(value, '', 0, { features, language: languageOf(value), isLambert: isLambert93(value) });
  if (features.list.length === 0 && !isEmptyCollection(value)) {
    throw new ImportError('unknown', 'Expected GeoJSON, got other JSON');
  }
  return features;
}

/** What is collected. */
interface Collected {
  readonly features: FeatureList;
  /** The first language of a parcours of ours; null in other files. */
  readonly language: string | null;
  /** Whether all positions are in metres of Lambert 93. */
  readonly isLambert: boolean;
}

function collect(value: unknown, folder: string, depth: number, all: Collected): void {
  if (depth > DEPTH_MAX) return;
  if (Array.isArray(value)) {
    for (const one of value) collect(one, folder, depth + 1, all);
    return;
  }
  if (!isObject(value)) return;
  if (!(all.isLambert && isLambert93(value))) expectDegrees(value);
  const { type } = value;
  if (type === 'FeatureCollection') {
    // uMap names a layer here.
    const layer = isObject(value._umap_options) ? textOf(value._umap_options.name) : '';
    collect(value.features, layer || folder, depth + 1, all);
  } else if (type === 'umap') collect(value.layers, folder, depth + 1, all);
  else if (type === 'Feature') {
    const { geometry, properties } = value;
    all.features.add(() => ({
      ...toFeature(geometry, isObject(properties) ? properties : {}, folder, all),
      ...ownWords(properties, all.language),
    }));
  } else if (typeof type === 'string' && ('coordinates' in value || 'geometries' in value)) {
    all.features.add(() => toFeature(value, {}, folder, all));
  } else if (Array.isArray(value.results)) collect(value.results, folder, depth + 1, all);
  else if (isObject(value.geometry)) {
    // A row of Geotrek's API: its properties stand beside its shape.
    const { geometry } = value;
    all.features.add(() => toFeature(geometry, value, folder, all));
  }
}

/** The name of the reference system that a part of a file states; empty for none. */
function nameReference(value: unknown): string {
  const crs = isObject(value) ? value.crs : null;
  return isObject(crs) && isObject(crs.properties) ? textOf(crs.properties.name) : '';
}

/** Whether a file states the reference system of French communities: the only one in metres that is read. */
function isLambert93(value: unknown): boolean {
  return /EPSG:{1,2}2154$|lambert[-_ ]?93/i.test(nameReference(value));
}

/** Before RFC 7946, files could name another reference system; those in metres would lie anywhere. */
function expectDegrees(value: Json): void {
  const name = nameReference(value);
  if (name !== '' && !/CRS84|4326|4979|WGS ?84/i.test(name)) {
    throw new ImportError('projected', `Expected positions in degrees of WGS 84, got ${name}`);
  }
}

function toFeature(geometry: unknown, properties: Json, folder: string, { isLambert }: Collected): RawFeature {
  const texts = new Map(Object.entries(properties).map(([key, value]) => [key, textOf(value)]));
  const fields = readFields(texts);
  const isUmap = '_umap_options' in properties;
  return {
    ...fields,
    text: isUmap ? withoutUmapMarks(fields.text) : fields.text,
    folder: folder || fields.folder,
    geometry: isObject(geometry) ? toGeometry(geometry, 0, isLambert) : null,
  };
}

function toGeometry(value: Json, depth: number, isLambert: boolean): RawGeometry {
  const type = typeof value.type === 'string' ? value.type : '';
  if (type !== 'GeometryCollection' || depth > DEPTH_MAX) {
    return { type, coordinates: isLambert ? toDegrees(value.coordinates, 0) : value.coordinates };
  }
  const inner = Array.isArray(value.geometries) ? value.geometries.filter(isObject) : [];
  return { type, geometries: inner.map((one) => toGeometry(one, depth + 1, isLambert)) };
}

/** Makes degrees of all positions in lists of lists; those that are none stay, and are refused later. */
function toDegrees(value: unknown, depth: number): unknown {
  if (!Array.isArray(value) || depth > DEPTH_MAX) return value;
  const [x, y]: unknown[] = value;
  if (typeof x === 'number' && typeof y === 'number') return fromLambert93(x, y);
  return value.map((one: unknown) => toDegrees(one, depth + 1));
}

/** Returns the first language of a parcours that was exported here (contracts/parcours-file.ts). */
function languageOf(value: unknown): string | null {
  const about = isObject(value) && isObject(value.drop_ici) ? value.drop_ici.about : null;
  return isObject(about) ? textOf(about.language) : null;
}

/** What a place of ours says in its first language, and which sound it has. */
function ownWords(properties: unknown, language: string | null): Partial<RawFeature> {
  const own = isObject(properties) && isObject(properties.drop_ici) ? properties.drop_ici : null;
  if (own === null || language === null) return {};
  const tellings = Array.isArray(own.tellings) ? own.tellings.filter(isObject) : [];
  const first = tellings.find((telling) => telling.kind === 'standard' && telling.language === language);
  return {
    text: textOf(first?.text),
    link: textOf(first?.link),
    soundName: isObject(own.sound) ? textOf(own.sound.file) : '',
    isMarkdown: true,
  };
}

/** A property as text; of one with a text for each language, as in Geotrek, the French one, or the first. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (!isObject(value)) return '';
  const texts = [value.fr, value.default, ...Object.values(value)];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? '';
}

/** Removes the marks of uMap's own syntax: `[[address|words]]`, `{{picture}}`, and stars around words. */
function withoutUmapMarks(text: string): string {
  return text
    .replace(/\{\{[^{}]*\}\}/g, '')
    .replace(/\[\[([^[\]|]*)\|([^[\]]*)\]\]/g, '$2 ($1)')
    .replace(/\[\[([^[\]]*)\]\]/g, '$1')
    .replace(/\*{1,2}([^*\n]+)\*{1,2}/g, '$1');
}

/** Whether a value of JSON is an object and no list. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmptyCollection(value: unknown): boolean {
  return isObject(value) && ['FeatureCollection', 'umap'].includes(String(value.type));
}
