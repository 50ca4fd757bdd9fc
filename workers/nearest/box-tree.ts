import Flatbush from 'flatbush';
import { scaleAt } from '../../audio-wasm/shapes.ts';

/** Shorter than any degree of latitude, so that a search box made with it is never too small. */
const LATITUDE_DEGREE_MIN_M = 110_500;
/** Widens the search box, because rounding may make it too small. */
const LONGITUDE_MARGIN = 1 + 1e-6;

/** Boxes (west, south, east, north; in degrees, longitudes may pass ±180), numbered from 0, to search around a position. */
export interface BoxTree {
  /** Adds a box with the next number. Each search tests added boxes one by one: the tree itself never changes. */
  add(box: Float64Array): void;
  /** All boxes of the tree and those added since: four numbers each. A view, valid until the next `add`. */
  readonly boxes: Float64Array;
  readonly count: number;
  readonly added: number;
  /** Returns the numbers of the boxes within the radius of `[lng, lat]`: perhaps more, never fewer; each once. */
  search(position: readonly [number, number], radiusM: number): number[];
}

/** Builds the tree (flatbush) of these boxes. Copies them. */
export function createBoxTree(initial: Float64Array): BoxTree {
  const treeCount = initial.length / 4;
  const tree = treeCount === 0 ? null : new Flatbush(treeCount);
  let boxes = initial.slice();
  let count = treeCount;
  for (let at = 0; at < initial.length; at += 4) {
    tree?.add(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0);
  }
  tree?.finish();
  // The boxes' extent tells on which turns around the earth a search is needed.
  let west = tree?.minX ?? Infinity;
  let east = tree?.maxX ?? -Infinity;

  return {
    add(box) {
      if (4 * count === boxes.length) {
        const larger = new Float64Array(Math.max(64, 2 * boxes.length));
        larger.set(boxes);
        boxes = larger;
      }
      boxes.set(box, 4 * count);
      count += 1;
      west = Math.min(west, box[0] ?? 0);
      east = Math.max(east, box[2] ?? 0);
    },
    get boxes() {
      return boxes.subarray(0, 4 * count);
    },
    get count() {
      return count;
    },
    get added() {
      return count - treeCount;
    },
    search([lng, lat], radiusM) {
      const high = radiusM / LATITUDE_DEGREE_MIN_M;
      // A degree of longitude is shortest at the box's end nearer to a pole.
      const lngM = scaleAt(Math.min(90, Math.abs(lat) + high)).lngM;
      const wide = Math.min(180, (LONGITUDE_MARGIN * radiusM) / lngM);
      let found: number[] = [];
      // Boxes may be on the other side of the antimeridian, and extend past ±180.
      for (let turn = -360; turn <= 360; turn += 360) {
        const left = lng + turn - wide;
        const right = lng + turn + wide;
        if (left > east || right < west) continue;
        const hits = tree?.search(left, lat - high, right, lat + high) ?? [];
        for (let index = treeCount; index < count; index++) {
          const at = 4 * index;
          if (right < (boxes[at] ?? 0) || left > (boxes[at + 2] ?? 0)) continue;
          if (lat + high < (boxes[at + 1] ?? 0) || lat - high > (boxes[at + 3] ?? 0)) continue;
          hits.push(index);
        }
        // A box wider than half the earth may be found on two turns.
        found = found.length === 0 ? hits : [...new Set([...found, ...hits])];
      }
      return found;
    },
  };
}
