import Flatbush from 'flatbush';
import type { FlatShape, GeometryCore } from '../../audio-wasm/kernels.ts';
import { flattenPoint, flattenPolygon, scaleAt } from '../../audio-wasm/shapes.ts';
import { DETECTION_CACHE_MOVE_M, DETECTION_CACHE_MS, POINT_RADIUS_M } from '../../contracts/limits.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Fix, Located, NearestPlace, SeedPlace } from './nearest.api.ts';
import { shapeAreaM2, shapeBox } from './shape-measures.ts';

/** Shorter than any degree of latitude, so that a search box made with it is never too small. */
const LATITUDE_DEGREE_MIN_M = 110_500;

/** The places of a map, ready to be asked which of them a position reaches. */
export interface NearestIndex {
  /** Replaces all places, and with `reached` what counts as reached so far. Copies what it needs. */
  seed(places: readonly SeedPlace[], reached?: readonly PlaceId[]): void;
  /**
   * What a fix reaches: every place within 7 m, or within half the accuracy where that is larger. The nearest wins;
   * of equally near ones (zones that overlap are all at 0) the smaller in area, then the one with the lower id.
   *
   * An answer stands for 2 seconds while the walker moves less than 1 m; nothing is entered or left meanwhile.
   *
   * @throws RangeError when a number of the fix is not one, or the accuracy is negative
   */
  locate(fix: Fix): Located;
}

interface Candidate extends NearestPlace {
  readonly areaM2: number;
}

/**
 * Makes an empty index. A tree of bounding boxes (flatbush) gives the few places near a fix, the geometry kernel
 * their exact distances.
 *
 * @param core this index owns its shapes: nobody else may set them
 */
export function createNearestIndex(core: GeometryCore): NearestIndex {
  let ids: readonly PlaceId[] = [];
  let areasM2 = new Float64Array();
  let tree: Flatbush | null = null;
  let reached: ReadonlySet<PlaceId> = new Set();
  let cached: { readonly fix: Fix; readonly nearest: NearestPlace | null } | null = null;

  function within(position: readonly [number, number], radiusM: number): Candidate[] {
    core.setOrigin(position);
    const found: Candidate[] = [];
    for (const index of searchBox(tree, position, radiusM)) {
      const id = ids[index];
      const distanceM = core.distanceM(index);
      if (id !== undefined && distanceM <= radiusM) found.push({ id, distanceM, areaM2: areasM2[index] ?? 0 });
    }
    return found.sort((a, b) => a.distanceM - b.distanceM || a.areaM2 - b.areaM2 || a.id - b.id);
  }

  return {
    seed(places, known) {
      const shapes = places.map(toShape);
      core.setShapes(shapes);
      ids = places.map(({ id }) => id);
      areasM2 = Float64Array.from(shapes, shapeAreaM2);
      tree = buildTree(shapes);
      cached = null;
      if (known !== undefined) reached = new Set(known);
    },

    locate(fix) {
      checkFix(fix);
      if (cached !== null && stillStands(cached.fix, fix)) return { nearest: cached.nearest, entered: [], left: [] };
      const found = within(fix.position, Math.max(POINT_RADIUS_M, fix.accuracyM / 2)).map(
        ({ id, distanceM }): NearestPlace => ({ id, distanceM }),
      );
      const before = reached;
      const now = new Set(found.map(({ id }) => id));
      const nearest = found[0] ?? null;
      reached = now;
      cached = { fix, nearest };
      return {
        nearest,
        entered: found.filter(({ id }) => !before.has(id)),
        left: [...before].filter((id) => !now.has(id)).sort((a, b) => a - b),
      };
    },
  };
}

function toShape({ geometry }: SeedPlace): FlatShape {
  return geometry.type === 'Point' ? flattenPoint(geometry.coordinates) : flattenPolygon(geometry.coordinates);
}

function buildTree(shapes: readonly FlatShape[]): Flatbush | null {
  if (shapes.length === 0) return null;
  const tree = new Flatbush(shapes.length);
  for (const shape of shapes) {
    const { west, south, east, north } = shapeBox(shape);
    tree.add(west, south, east, north);
  }
  tree.finish();
  return tree;
}

/** Indices of the shapes whose boxes come within the radius; more than those that really do, never fewer. */
function searchBox(tree: Flatbush | null, [lng, lat]: readonly [number, number], radiusM: number): Set<number> {
  const found = new Set<number>();
  if (tree === null) return found;
  const high = radiusM / LATITUDE_DEGREE_MIN_M;
  // A degree of longitude is shortest at the box's end nearer to a pole.
  const lngM = scaleAt(Math.min(90, Math.abs(lat) + high)).lngM;
  const wide = Math.min(180, radiusM / Math.max(lngM, 1));
  // Shapes may stand on the other side of the antimeridian, and reach past ±180.
  for (const turn of [0, -360, 360]) {
    const hits = tree.search(lng + turn - wide, lat - high, lng + turn + wide, lat + high);
    for (const index of hits) found.add(index);
  }
  return found;
}

function stillStands(before: Fix, fix: Fix): boolean {
  const ageMs = fix.timestampMs - before.timestampMs;
  return ageMs >= 0 && ageMs < DETECTION_CACHE_MS && movedM(before.position, fix.position) < DETECTION_CACHE_MOVE_M;
}

/** Metres between two positions close to each other. */
function movedM([lng1, lat1]: readonly [number, number], [lng2, lat2]: readonly [number, number]): number {
  const { lngM, latM } = scaleAt(lat1);
  const turns = Math.round((lng2 - lng1) / 360);
  return Math.hypot((lng2 - lng1 - turns * 360) * lngM, (lat2 - lat1) * latM);
}

function checkFix({ position: [lng, lat], accuracyM, timestampMs }: Fix): void {
  if (![lng, lat, accuracyM, timestampMs].every(Number.isFinite) || accuracyM < 0) {
    throw new RangeError(
      `Expected a position, an accuracy of 0 m or more and a time, got [${lng}, ${lat}], ${accuracyM} m, ${timestampMs} ms`,
    );
  }
}
