import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { packShapes, type ShapeSource } from '../../../audio-wasm/shapes.ts';
import { createBoxTree } from '../../../workers/nearest/box-tree.ts';
import { evenly } from '../../support/geometry/evenly.ts';

test('finds every shape within the radius once, anywhere on earth, in the tree and beside it', () => {
  const lng = fc.oneof(evenly(-180, 180), fc.constantFrom(-180, 180, 179.99, 0));
  const lat = fc.oneof(evenly(-90, 90), fc.constantFrom(-89.9, 0, 89.9));
  const shape = fc.tuple(lng, lat).map(([east, north]): ShapeSource => ({ type: 'Point', coordinates: [east, north] }));
  const wide = fc.constant<ShapeSource>({
    type: 'Polygon',
    coordinates: [[-170, 0, 170, 170, 0, -170, -170].map((west, index) => [west, index < 3 || index > 5 ? -5 : 5])],
  });
  const shapes = fc.array(fc.oneof({ weight: 9, arbitrary: shape }, { weight: 1, arbitrary: wide }), { maxLength: 30 });
  const core = createPlainGeometryCore();
  let hits = 0;
  fc.assert(
    fc.property(shapes, shapes, lng, lat, fc.constantFrom(7, 5000, 800_000), (first, later, east, north, radiusM) => {
      const tree = createBoxTree(packShapes(first).boxes);
      for (const one of later) tree.add(packShapes([one]).boxes);
      const all = [...first, ...later];
      expect([tree.count, tree.added, tree.boxes.length]).toEqual([all.length, later.length, 4 * all.length]);
      const list = tree.search([east, north], radiusM);
      const found = new Set(list);
      expect(found.size).toBe(list.length);
      core.setShapes(packShapes(all));
      core.setOrigin([east, north]);
      const missed: number[] = [];
      for (const index of all.keys()) {
        // Beyond hundreds of kilometres the kernel estimates, least accurately near a pole.
        if (radiusM > 5000 && (Math.abs(north) > 80 || core.distanceM(index) > 0.99 * radiusM)) continue;
        if (core.distanceM(index) > radiusM) continue;
        if (!found.has(index)) missed.push(index);
        hits += 1;
      }
      expect(missed).toEqual([]);
    }),
    { numRuns: 1000 },
  );
  expect(hits).toBeGreaterThan(100);
});

test('skips shapes out of reach', () => {
  const points: ShapeSource[] = [0, 0.001, 0.01].map((east) => ({ type: 'Point', coordinates: [east, 0] }));
  const tree = createBoxTree(packShapes(points).boxes);
  expect(tree.search([0, 0], 120).sort()).toEqual([0, 1]);
  tree.add(packShapes([{ type: 'Point', coordinates: [-0.0005, 0] }]).boxes);
  tree.add(packShapes([{ type: 'Point', coordinates: [0, 0.02] }]).boxes);
  expect(tree.search([0, 0], 60).sort()).toEqual([0, 3]);
});
