import type { Geometry } from '../../../contracts/geo.ts';
import { boxOf } from '../../state/position/box.ts';
import { farWay, type LngLat } from '../../state/position/metres.ts';

/** Beyond so many places, a way is not improved any more: nobody walks past all of them. */
const IMPROVED_MAX = 60;

/** The middle of a place's bounding box. */
export function middleOfPlace(feature: Geometry): LngLat {
  if (feature.type === 'Point') return { lng: feature.coordinates[0], lat: feature.coordinates[1] };
  const [southWest, northEast] = boxOf(feature.coordinates[0] ?? []) ?? [
    [0, 0],
    [0, 0],
  ];
  return { lng: (southWest[0] + northEast[0]) / 2, lat: (southWest[1] + northEast[1]) / 2 };
}

/** How long the way past these positions is, in metres, in straight lines. */
export function wayLengthM(way: readonly LngLat[]): number {
  let lengthM = 0;
  let from: LngLat | undefined;
  for (const to of way) {
    if (from !== undefined) lengthM += farWay(from, to).distanceM;
    from = to;
  }
  return lengthM;
}

/**
 * A short way past all positions: their own order where that is hardly longer, since authors list places as they are
 * walked, else always the nearest next, without crossings. Pure.
 */
export function shortWay(positions: readonly LngLat[]): readonly LngLat[] {
  const found = uncross(goNearest(positions));
  return wayLengthM(positions) <= wayLengthM(found) * 1.25 ? positions : found;
}

function goNearest(positions: readonly LngLat[]): LngLat[] {
  const [first, ...left] = positions;
  const way = first === undefined ? [] : [first];
  for (let last = first; last !== undefined && left.length > 0; ) {
    const from = last;
    const distances = left.map((to) => farWay(from, to).distanceM);
    const [next] = left.splice(distances.indexOf(Math.min(...distances)), 1);
    if (next !== undefined) way.push(next);
    last = next;
  }
  return way;
}

/** Turns parts of the way around as long as that makes it shorter (2-opt). */
function uncross(way: LngLat[]): LngLat[] {
  if (way.length > IMPROVED_MAX) return way;
  let best = way;
  let bestM = wayLengthM(best);
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let start = 0; start < best.length - 1; start++) {
      for (let end = start + 2; end <= best.length; end++) {
        const turned = [...best.slice(0, start), ...best.slice(start, end).reverse(), ...best.slice(end)];
        const turnedM = wayLengthM(turned);
        // Rounding must not turn the same part to and fro for ever.
        if (turnedM < bestM - 0.01) {
          [best, bestM] = [turned, turnedM];
          isBetter = true;
        }
      }
    }
  }
  return best;
}
