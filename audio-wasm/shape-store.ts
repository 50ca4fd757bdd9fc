import type { ShapePack } from './kernels.ts';

/** Manages the records of a geometry core's shapes, in any memory. */
export interface ShapeStore {
  set(pack: ShapePack): void;
  add(pack: ShapePack): void;
  retain(indices: readonly number[]): void;
  /** Start of a shape's record in the memory, in words of 8 bytes. @throws RangeError for an index without a shape */
  startOf(index: number): number;
}

/** Creates an empty store. `reserve(words)` returns memory of that size, and keeps its previous content. */
export function createShapeStore(reserve: (words: number) => Float64Array): ShapeStore {
  let starts = new Float64Array(1);
  let count = 0;

  function add({ records, starts: packed }: ShapePack): void {
    const used = starts[count] ?? 0;
    reserve(used + records.length).set(records, used);
    const added = packed.length - 1;
    if (count + added >= starts.length) {
      const larger = new Float64Array(Math.max(count + added + 1, 2 * starts.length));
      larger.set(starts);
      starts = larger;
    }
    for (let index = 1; index <= added; index++) starts[count + index] = used + (packed[index] ?? 0);
    count += added;
  }

  function startOf(index: number): number {
    const start = index >= 0 && index < count ? starts[index] : undefined;
    if (start === undefined) throw new RangeError(`Expected the index of one of ${count} shapes, got ${index}`);
    return start;
  }

  return {
    set(pack) {
      starts = new Float64Array(pack.starts.length);
      count = 0;
      add(pack);
    },
    add,
    retain(indices) {
      let before = -1;
      for (const index of indices) {
        startOf(index);
        if (index <= before) throw new RangeError(`Expected ascending indices, got ${index} after ${before}`);
        before = index;
      }
      const words = reserve(starts[count] ?? 0);
      let used = 0;
      for (let place = 0; place < indices.length; ) {
        const first = indices[place] ?? 0;
        const start = starts[first] ?? 0;
        let index = first;
        // A run of consecutive shapes moves in one step, and only toward the front, so it never overwrites a record
        // that has not moved yet.
        while (place < indices.length && indices[place] === index) {
          starts[place] = used + (starts[index] ?? 0) - start;
          place += 1;
          index += 1;
        }
        const end = starts[index] ?? 0;
        if (used !== start) words.copyWithin(used, start, end);
        used += end - start;
      }
      count = indices.length;
      starts[count] = used;
    },
    startOf,
  };
}
