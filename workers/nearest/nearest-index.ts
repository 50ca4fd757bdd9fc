import type { GeometryCore } from '../../audio-wasm/kernels.ts';
import { packShapes, scaleAt } from '../../audio-wasm/shapes.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { createBoxTree } from './box-tree.ts';
import type { Circle, NearestApi, NearestPlace, PackedPlaces, SeedPlace } from './nearest.api.ts';
import { packPlaces } from './pack-places.ts';

/**
 * Number of changes after which the tree is rebuilt; above 4,096 places the square root of their number. Each change
 * costs every lookup one more box (64 take about 0.1 microseconds), a new tree takes a few milliseconds for 10,000
 * places: so a change costs O(sqrt n) on average, and a search never slows down by more.
 */
const CHANGES_MAX = 64;

/** The places of a map, indexed by their location: the calls of {@link NearestApi}, on the caller's thread. */
export interface NearestIndex {
  /** Copies what it needs. If it throws, the earlier places remain. */
  seed(places: readonly SeedPlace[] | PackedPlaces): void;
  add(place: SeedPlace): void;
  move(place: SeedPlace): void;
  remove(id: PlaceId): void;
  around(circle: Circle): NearestPlace[];
}

interface Candidate extends NearestPlace {
  readonly slot: number;
}

/**
 * Creates an empty index, which owns the core's shapes. A tree of bounding boxes (flatbush) finds the few places near a
 * fix, the kernel their exact distances. Flatbush cannot change: added places are searched separately until there are
 * enough for a new tree, removed ones are skipped.
 */
export function createNearestIndex(core: GeometryCore): NearestIndex {
  /** A slot is the number of a box in the tree and of a shape in the core. Null if its place was removed. */
  let ids: (PlaceId | null)[] = [];
  let slots: Map<PlaceId, number> = new Map();
  /** Computed when first needed, which is for ties. */
  let areasM2: (number | undefined)[] = [];
  let tree = createBoxTree(new Float64Array());

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
    areasM2.push(undefined);
  }

  function afterChange(): void {
    const removed = tree.count - slots.size;
    if (tree.added + removed > Math.max(CHANGES_MAX, Math.sqrt(slots.size))) rebuild();
  }

  function rebuild(): void {
    const used = ids.flatMap((id, slot) => (id === null ? [] : slot));
    const boxes = new Float64Array(4 * used.length);
    for (const [next, slot] of used.entries()) boxes.set(tree.boxes.subarray(4 * slot, 4 * slot + 4), 4 * next);
    core.retainShapes(used);
    tree = createBoxTree(boxes);
    slots = numberIds(ids.filter((id) => id !== null));
    ids = [...slots.keys()];
    areasM2 = used.map((slot) => areasM2[slot]);
  }

  return {
    seed(places) {
      const packed = 'shapes' in places ? places : packPlaces(places);
      const numbered = numberIds(packed.ids);
      core.setShapes(packed.shapes);
      slots = numbered;
      ids = [...packed.ids];
      areasM2 = new Array<undefined>(ids.length).fill(undefined);
      tree = createBoxTree(packed.shapes.boxes);
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

    around({ position, radiusM }) {
      if (![...position, radiusM].every(Number.isFinite) || radiusM < 0) {
        throw new RangeError(`Expected a position and a radius of 0 m or more, got [${position}], ${radiusM} m`);
      }
      core.setOrigin(position);
      const found: Candidate[] = [];
      for (const slot of tree.search(position, radiusM)) {
        const id = ids[slot] ?? null;
        if (id === null) continue;
        const distanceM = core.distanceM(slot);
        if (distanceM <= radiusM) found.push({ id, distanceM, slot });
      }
      return found
        .sort((a, b) => a.distanceM - b.distanceM || areaM2(a.slot) - areaM2(b.slot) || a.id - b.id)
        .map(({ id, distanceM }) => ({ id, distanceM }));
    },
  };
}

function numberIds(ids: readonly PlaceId[]): Map<PlaceId, number> {
  const slots = new Map<PlaceId, number>();
  ids.forEach((id, slot) => {
    if (slots.has(id)) throw new RangeError(`Expected each place once, got ${id} twice`);
    slots.set(id, slot);
  });
  return slots;
}
