import { countPositions, type Geometry, type Position } from '../../contracts/geo.ts';
import {
  type GpxLine,
  IMPORT_PLACES_MAX,
  type ImportedFile,
  type ImportedPlace,
  type SkippedParts,
  type SkipReason,
} from '../../contracts/imported-file.ts';
import { POLYGON_POSITIONS_MAX, TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { plainLine } from '../../contracts/lines.ts';
import { NewGeometry, zoneFault } from '../../contracts/new-geometry.ts';
import { NewLink } from '../../contracts/telling.ts';
import { type GpxPoint, toLine as toWay } from './gpx-points.ts';
import { toProse } from './prose.ts';
import type { RawFeature, RawGeometry } from './raw-feature.ts';

/** Names of skipped parts that are told. */
const NAMES_MAX = 5;
/** Deepest nesting of collections of shapes. */
const DEPTH_MAX = 6;
/** Lines that are held, and positions of one: a day's track has some 50,000. */
export const LINES_MAX = 100;
const LINE_POSITIONS_MAX = 100_000;
/** Degrees beyond this are metres, or another unit. */
const DEGREES_MAX = 360;

/** Counts what becomes no place, by its reason. */
export class Skipped {
  readonly #parts = new Map<SkipReason, { count: number; readonly names: string[] }>();

  /** Adds parts of a file, by their name. */
  add(reason: SkipReason, name: string, count = 1): void {
    const known = this.#parts.get(reason) ?? { count: 0, names: [] };
    known.count += count;
    if (known.names.length < NAMES_MAX && name !== '') known.names.push(toLine(name));
    this.#parts.set(reason, known);
  }

  /** What was added, in the order of the reasons' first parts. */
  list(): readonly SkippedParts[] {
    return [...this.#parts].map(([reason, { count, names }]) => ({ reason, count, names }));
  }
}

/**
 * Makes places of the parts of a file: one of each point and polygon, with its holes; each part of a compound shape is a
 * place of its own. The lines of a feature are the segments of one line. @param isSwapped whether the file has latitudes
 * before longitudes
 */
export function toPlaces(
  features: readonly RawFeature[],
  isSwapped: boolean,
  skipped: Skipped,
): Pick<ImportedFile, 'places' | 'lines' | 'shortened'> {
  const places: ImportedPlace[] = [];
  const lines: GpxLine[] = [];
  let shortened = 0;
  for (const feature of features) {
    const parts = feature.geometry === null ? [] : partsOf(feature.geometry, 0);
    const room = IMPORT_PLACES_MAX - places.length;
    if (parts.length === 0) skipped.add('nowhere', feature.name);
    if (parts.length > room) skipped.add('too-many', feature.name, parts.length - room);
    const line = lines.length < LINES_MAX ? joinLines(feature.name, parts, isSwapped) : null;
    if (line !== null) lines.push(line);
    const shapes = parts.slice(0, room).map((part) => toShape(part, isSwapped));
    const count = shapes.filter((shape) => typeof shape !== 'string').length;
    const name = count === 0 ? '' : toLine(feature.name);
    const prose = count === 0 ? { text: '', isShortened: false } : toProse(feature.text, feature.isMarkdown);
    if (prose.isShortened) shortened += 1;
    let number = 0;
    for (const shape of shapes) {
      if (typeof shape === 'string') {
        skipped.add(shape, feature.name);
        continue;
      }
      number += 1;
      places.push({
        name: count === 1 || name === '' ? name : `${name.slice(0, TEXT_LINE_MAX - 8)} (${number})`,
        text: prose.text,
        link: toLink(feature.link),
        geometry: shape,
        folder: toLine(feature.folder) || null,
        soundName: baseName(feature.soundName) || null,
      });
    }
  }
  return { places, lines, shortened };
}

/** Cuts a line, not in the middle of a letter of two units. */
function toLine(text: string): string {
  return plainLine(plainLine(text.slice(0, 8 * TEXT_LINE_MAX)).slice(0, TEXT_LINE_MAX));
}

/** Returns the name of a file without its folders, of a path of any system or an address. */
export function baseName(path: string): string {
  return path.trim().split(/[?#]/)[0]?.split(/[/\\]/).at(-1)?.trim() ?? '';
}

function toLink(text: string): string | null {
  return NewLink.safeParse(text.trim()).data ?? null;
}

function partsOf(geometry: RawGeometry, depth: number): RawGeometry[] {
  const { type, coordinates, geometries = [] } = geometry;
  if (type === 'GeometryCollection') {
    return depth > DEPTH_MAX ? [] : geometries.flatMap((one) => partsOf(one, depth + 1));
  }
  const single = /^Multi(Point|LineString|Polygon)$/.exec(type)?.[1];
  if (single === undefined) return [geometry];
  // One more than can become places says that there are too many.
  const some = Array.isArray(coordinates) ? coordinates.slice(0, IMPORT_PLACES_MAX + 1) : [];
  return some.map((part: unknown) => ({ type: single, coordinates: part }));
}

/** Joins the lines among the parts of a feature; null without one of two positions or more. */
function joinLines(name: string, parts: readonly RawGeometry[], isSwapped: boolean): GpxLine | null {
  const segments = parts.flatMap(({ type, coordinates }) =>
    type === 'LineString' && Array.isArray(coordinates) ? [coordinates as unknown[]] : [],
  );
  if (segments.reduce((sum, { length }) => sum + length, 0) > LINE_POSITIONS_MAX) return null;
  const points = segments.flatMap((positions, segment) =>
    positions.map((value): GpxPoint => {
      const position = toPosition(value, isSwapped);
      return { position: typeof position === 'string' ? null : position, timeMs: null, segment };
    }),
  );
  const way = toWay(toLine(name), points);
  return way.line.length < 2 ? null : way;
}

/** Returns the shape of a place, or why there is none. */
function toShape({ type, coordinates }: RawGeometry, isSwapped: boolean): Geometry | SkipReason {
  if (type === 'LineString') return 'line';
  if (type === 'Point') {
    const position = toPosition(coordinates, isSwapped);
    return typeof position === 'string' ? position : check({ type: 'Point', coordinates: position });
  }
  if (type !== 'Polygon' || !Array.isArray(coordinates)) return 'unknown';
  if (countPositions(coordinates) > POLYGON_POSITIONS_MAX) return 'detailed';
  const rings: Position[][] = [];
  for (const ring of coordinates) {
    if (!Array.isArray(ring)) return 'broken';
    const positions: Position[] = [];
    for (const one of ring) {
      const position = toPosition(one, isSwapped);
      if (typeof position === 'string') return position;
      positions.push(position);
    }
    const [first, last] = [positions[0], positions.at(-1)];
    // Programs that draw rings close them themselves.
    if (first !== undefined && last !== undefined && `${first}` !== `${last}`) positions.push([...first]);
    if (positions.length > 0) rings.push(positions);
  }
  return check({ type: 'Polygon', coordinates: rings });
}

function check(geometry: Geometry): Geometry | SkipReason {
  const parsed = NewGeometry.safeParse(geometry);
  if (parsed.success) return parsed.data;
  if (geometry.type === 'Point' || geometry.coordinates.some((ring) => ring.length < 4)) return 'broken';
  return zoneFault(geometry) ?? 'broken';
}

function toPosition(value: unknown, isSwapped: boolean): Position | SkipReason {
  const numbers: unknown[] = Array.isArray(value) ? value : [];
  const [x, y] = isSwapped ? [numbers[1], numbers[0]] : numbers;
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) return 'nowhere';
  if (Math.abs(x) > DEGREES_MAX || Math.abs(y) > DEGREES_MAX) return 'projected';
  if (Math.abs(y) > 90) return Math.abs(x) <= 90 ? 'swapped' : 'nowhere';
  // What a receiver without a fix, and a sheet's empty cell, become.
  if (x === 0 && y === 0) return 'nowhere';
  return [Math.abs(x) > 180 ? x - 360 * Math.sign(x) : x, y];
}
