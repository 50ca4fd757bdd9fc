import type { Geometry } from '../../../contracts/geo.ts';
import { boxOfShapes } from '../../state/position/box.ts';
import { farWay, type LngLat, offsetM } from '../../state/position/metres.ts';

/** Beyond so many places no way is looked for, and beyond so many it is not improved: nobody walks past all of them. */
const FOUND_MAX = 200;
const IMPROVED_MAX = 60;
/** The author's own order may be so much longer than the way that was found. */
const OWN_MAX_SHARE = 1.25;

/** The middle of a place's bounding box. */
export function middleOfPlace(feature: Geometry): LngLat {
  if (feature.type === 'Point') return { lng: feature.coordinates[0], lat: feature.coordinates[1] };
  const [southWest, northEast] = boxOfShapes([feature]) ?? [
    [0, 0],
    [0, 0],
  ];
  return { lng: (southWest[0] + northEast[0]) / 2, lat: (southWest[1] + northEast[1]) / 2 };
}

/** How long the way past these positions is, in metres, in straight lines. */
export function wayLengthM(way: readonly LngLat[]): number {
  return way.reduce((lengthM, to, index) => {
    const from = way[index - 1];
    return from === undefined ? 0 : lengthM + farWay(from, to).distanceM;
  }, 0);
}

/**
 * A short way past all positions: their own order where that is hardly longer, since authors list places as they are
 * walked, else always the nearest next, without crossings. Pure.
 */
export function shortWay(positions: readonly LngLat[]): readonly LngLat[] {
  const [first] = positions;
  if (first === undefined || positions.length > FOUND_MAX) return positions;
  // In the plane, which is much faster and exact enough for what can be walked.
  const own = positions.map((position) => ({ position, metres: offsetM(first, position) }));
  const found = uncross(goNearest(own));
  const isOwnShort = lengthOf(own) <= lengthOf(found) * OWN_MAX_SHARE;
  return (isOwnShort ? own : found).map(({ position }) => position);
}

interface Stop {
  readonly position: LngLat;
  /** East and north of the first one. */
  readonly metres: readonly [number, number];
}

function distanceM({ metres: from }: Stop, { metres: to }: Stop): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

function lengthOf(way: readonly Stop[]): number {
  let lengthM = 0;
  let from: Stop | undefined;
  for (const to of way) {
    if (from !== undefined) lengthM += distanceM(from, to);
    from = to;
  }
  return lengthM;
}

function goNearest(stops: readonly Stop[]): Stop[] {
  const left = [...stops];
  const way: Stop[] = [];
  for (let next = left.shift(); next !== undefined; ) {
    way.push(next);
    const from = next;
    let nearest = 0;
    let nearestM = Number.POSITIVE_INFINITY;
    for (const [index, to] of left.entries()) {
      const toM = distanceM(from, to);
      if (toM < nearestM) [nearest, nearestM] = [index, toM];
    }
    [next] = left.splice(nearest, 1);
  }
  return way;
}

/** Turns parts of the way around as long as that makes it shorter (2-opt). */
function uncross(way: Stop[]): Stop[] {
  if (way.length > IMPROVED_MAX) return way;
  let best = way;
  let bestM = lengthOf(best);
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let start = 0; start < best.length - 1; start++) {
      for (let end = start + 2; end <= best.length; end++) {
        const turned = [...best.slice(0, start), ...best.slice(start, end).reverse(), ...best.slice(end)];
        const turnedM = lengthOf(turned);
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
