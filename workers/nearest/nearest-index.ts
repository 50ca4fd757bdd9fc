import type { GeometryCore, ShapePack } from '../../audio-wasm/kernels.ts';
import { packShapes, scaleAt } from '../../audio-wasm/shapes.ts';
import { POINT_RADIUS_M } from '../../contracts/limits.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { createBoxTree } from './box-tree.ts';
import type { EnteredPlace, Fix, Located, NearestPlace, PackedPlaces, SeedPlace } from './nearest.api.ts';
import { packPlaces } from './pack-places.ts';

/** How long a lookup is reused, while the walker moves less than {@link DETECTION_CACHE_MOVE_M}. */
const DETECTION_CACHE_MS = 2000;
/** See {@link DETECTION_CACHE_MS}. */
const DETECTION_CACHE_MOVE_M = 1;

/**
 * Changes that the tree may be behind; above 4,096 places the square root of their number. Each costs every `locate` a
 * look at one more box (64 of them some 0.1 microseconds), and a new tree grows with the number of places (some
 * milliseconds for 10,000): so a change costs O(sqrt n) on average, and a search never slows down by more.
 */
const CHANGES_MAX = 64;

/** The places of a map, ready to be asked which of them a position reaches. */
export interface NearestIndex {
  /**
   * Replaces all places, and with `reached` what counts as reached so far. Copies what it needs.
   *
   * @throws RangeError when an id stands twice; the places from before are then still there
   */
  seed(places: readonly SeedPlace[] | PackedPlaces, reached?: readonly PlaceId[]): void;
  /** Adds a place. @throws RangeError when it is there already */
  add(place: SeedPlace): void;
  /** Gives a place another geometry. Whether that enters or leaves it, the next fix tells. @throws RangeError when it isn't there */
  move(place: SeedPlace): void;
  /** Takes a place away. If it was reached, the next fix leaves it. @throws RangeError when it isn't there */
  remove(id: PlaceId): void;
  /**
   * What a fix reaches: every place within 7 m, or within half the accuracy where that is larger. The nearest wins;
   * of equally near ones (zones that overlap are all at 0) the smaller in area, then the one with the lower id.
   *
   * An answer stands for 2 seconds while the walker moves less than 1 m and no place changes; nothing is entered or
   * left meanwhile.
   *
   * @throws RangeError when a number of the fix is not one, or the accuracy is negative
   */
  locate(fix: Fix): Located;
  /**
   * Every place within `radiusM` of a position, in the order in which `locate` prefers them. Asks without memory: it
   * neither reads nor changes what counts as reached.
   *
   * @throws RangeError when a number is not one, or the radius is negative
   */
  around(position: readonly [number, number], radiusM: number): NearestPlace[];
}

interface Candidate extends EnteredPlace {
  readonly slot: number;
}

/**
 * Makes an empty index. A tree of bounding boxes (flatbush) gives the few places near a fix, the geometry kernel
 * their exact distances. Flatbush cannot change: what is added stands beside it until there is enough for a new one,
 * what is removed is skipped, and what moves does both.
 *
 * @param core this index owns its shapes: nobody else may set them
 */
export function createNearestIndex(core: GeometryCore): NearestIndex {
  /** A slot is the number of a box in the tree and of a shape in the core. Null where the place was removed. */
  let ids: (PlaceId | null)[] = [];
  let slots: Map<PlaceId, number> = new Map();
  let isPoint: boolean[] = [];
  /** Computed when first needed, which is on a tie. */
  let areasM2: (number | undefined)[] = [];
  let tree = createBoxTree(new Float64Array());
  let reached: ReadonlySet<PlaceId> = new Set();
  let cached: { readonly fix: Fix; readonly nearest: NearestPlace | null } | null = null;

  function within(position: readonly [number, number], radiusM: number): Candidate[] {
    core.setOrigin(position);
    const found: Candidate[] = [];
    for (const slot of tree.search(position, radiusM)) {
      const id = ids[slot] ?? null;
      if (id === null) continue;
      const distanceM = core.distanceM(slot);
      if (distanceM <= radiusM) {
        found.push({ id, distanceM, geometryType: isPoint[slot] === true ? 'Point' : 'Polygon', slot });
      }
    }
    return found.sort((a, b) => a.distanceM - b.distanceM || areaM2(a.slot) - areaM2(b.slot) || a.id - b.id);
  }

  function areaM2(slot: number): number {
    const known = areasM2[slot];
    if (known !== undefined) return known;
    const { lngM, latM } = scaleAt(((tree.boxes[4 * slot + 1] ?? 0) + (tree.boxes[4 * slot + 3] ?? 0)) / 2);
    const computed = core.areaDegrees2(slot) * lngM * latM;
    areasM2[slot] = computed;
    return computed;
  }

  function slotOf(id: PlaceId): number {
    const slot = slots.get(id);
    if (slot === undefined) throw new RangeError(`Expected the id of one of ${slots.size} places, got ${id}`);
    return slot;
  }

  function insert({ id, geometry }: SeedPlace): void {
    const shapes = packShapes([geometry]);
    core.addShapes(shapes);
    slots.set(id, tree.count);
    tree.add(shapes.boxes);
    ids.push(id);
    isPoint.push(geometry.type === 'Point');
    areasM2.push(undefined);
  }

  function afterChange(): void {
    cached = null;
    const removed = tree.count - slots.size;
    if (tree.added + removed > Math.max(CHANGES_MAX, Math.sqrt(slots.size))) rebuild();
  }

  function rebuild(): void {
    const kept: number[] = [];
    ids.forEach((id, slot) => {
      if (id !== null) kept.push(slot);
    });
    const before = tree.boxes;
    const boxes = new Float64Array(4 * kept.length);
    kept.forEach((slot, next) => {
      const id = ids[slot] ?? null;
      if (id !== null) slots.set(id, next);
      for (let side = 0; side < 4; side++) boxes[4 * next + side] = before[4 * slot + side] ?? 0;
    });
    core.keepShapes(kept);
    tree = createBoxTree(boxes);
    ids = kept.map((slot) => ids[slot] ?? null);
    isPoint = kept.map((slot) => isPoint[slot] === true);
    areasM2 = kept.map((slot) => areasM2[slot]);
  }

  return {
    seed(places, known) {
      const packed = 'shapes' in places ? places : packPlaces(places);
      const numbered = numberIds(packed.ids);
      core.setShapes(packed.shapes);
      slots = numbered;
      ids = [...packed.ids];
      isPoint = ids.map((_, slot) => hasNoRings(packed.shapes, slot));
      areasM2 = new Array<undefined>(ids.length).fill(undefined);
      tree = createBoxTree(packed.shapes.boxes);
      cached = null;
      if (known !== undefined) reached = new Set(known);
    },

    add(place) {
      if (slots.has(place.id)) throw new RangeError(`Expected a place that is not there yet, got ${place.id}`);
      insert(place);
      afterChange();
    },

    move(place) {
      const before = slotOf(place.id);
      insert(place);
      ids[before] = null;
      afterChange();
    },

    remove(id) {
      ids[slotOf(id)] = null;
      slots.delete(id);
      afterChange();
    },

    locate(fix) {
      checkFix(fix);
      if (cached !== null && stillStands(cached.fix, fix)) return { nearest: cached.nearest, entered: [], left: [] };
      const found = within(fix.position, Math.max(POINT_RADIUS_M, fix.accuracyM / 2));
      const before = reached;
      const now = new Set(found.map(({ id }) => id));
      const first = found[0];
      const nearest = first === undefined ? null : { id: first.id, distanceM: first.distanceM };
      reached = now;
      cached = { fix, nearest };
      return {
        nearest,
        entered: found
          .filter(({ id }) => !before.has(id))
          .map(({ id, distanceM, geometryType }) => ({ id, distanceM, geometryType })),
        left: [...before].filter((id) => !now.has(id)).sort((a, b) => a - b),
      };
    },

    around(position, radiusM) {
      if (![...position, radiusM].every(Number.isFinite) || radiusM < 0) {
        throw new RangeError(`Expected a position and a radius of 0 m or more, got [${position}], ${radiusM} m`);
      }
      return within(position, radiusM).map(({ id, distanceM }) => ({ id, distanceM }));
    },
  };
}

function hasNoRings({ records, starts }: ShapePack, index: number): boolean {
  return records[starts[index] ?? 0] === 0;
}

/** Each id with its slot. @throws RangeError when an id stands twice */
function numberIds(ids: readonly PlaceId[]): Map<PlaceId, number> {
  const slots = new Map<PlaceId, number>();
  ids.forEach((id, slot) => {
    if (slots.has(id)) throw new RangeError(`Expected each place once, got ${id} twice`);
    slots.set(id, slot);
  });
  return slots;
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
