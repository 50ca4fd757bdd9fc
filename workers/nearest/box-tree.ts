import Flatbush from 'flatbush';
import { scaleAt } from '../../audio-wasm/shapes.ts';

/** Shorter than any degree of latitude, so that a search box made with it is never too small. */
const LATITUDE_DEGREE_MIN_M = 110_500;
/** Widens the search box by what rounding may take from it. */
const LONGITUDE_MARGIN = 1 + 1e-6;

/** Boxes (west, south, east, north; in degrees, longitudes may pass ±180), numbered from 0, to search around a position. */
export interface BoxTree {
  /** Adds a box, the next in number. It is looked at one by one in each search: the tree itself never changes. */
  add(box: Float64Array): void;
  /** Every box of the tree and of those added since: four numbers each. A view, until the next `add`. */
  readonly boxes: Float64Array;
  readonly count: number;
  /** How many boxes were added since the tree was made. */
  readonly added: number;
  /** Numbers of the boxes that come within the radius of `[lng, lat]`: more than really do, never fewer; each once. */
  search(position: readonly [number, number], radiusM: number): number[];
}

/** Makes the tree (flatbush) of these boxes. Copies. */
export function createBoxTree(initial: Float64Array): BoxTree {
  const treeCount = initial.length / 4;
  const tree = treeCount === 0 ? null : new Flatbush(treeCount);
  let boxes = initial.slice();
  let count = treeCount;
  // How far the boxes reach tells which turns around the earth are worth a search.
  let west = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < initial.length; at += 4) {
    tree?.add(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0);
  }
  tree?.finish();
  if (tree !== null) {
    west = tree.minX;
    east = tree.maxX;
  }

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
      // Boxes may stand on the other side of the antimeridian, and reach past ±180.
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
        // A box wider than half the earth may be met on two turns.
        found = found.length === 0 ? hits : [...new Set([...found, ...hits])];
      }
      return found;
    },
  };
}
