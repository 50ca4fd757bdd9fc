type GridPosition = readonly [number, number];

/** Grid units in a degree: seven decimals, as geolocation and GeoJSON have them; about a centimetre. */
export const UNITS_PER_DEGREE = 10_000_000;

/**
 * Where a position lies with respect to rings, by the even-odd rule over all of them. All numbers are whole and below
 * some millions, so that every product is exact: there is no rounding in this answer.
 */
export function placeInRings(position: GridPosition, rings: readonly (readonly GridPosition[])[]) {
  let inside = false;
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [a, b] = [ring[index - 1] ?? position, ring[index] ?? position];
      const turn = (b[0] - a[0]) * (position[1] - a[1]) - (b[1] - a[1]) * (position[0] - a[0]);
      if (turn === 0 && isBetween(position[0], a[0], b[0]) && isBetween(position[1], a[1], b[1])) return 'border';
      const isAbove = b[1] > position[1];
      // The ray eastward meets this edge where the position is to the left of it, seen upward.
      if (a[1] > position[1] !== isAbove && turn > 0 === isAbove && turn !== 0) inside = !inside;
    }
  }
  return inside ? 'inside' : 'outside';
}

function isBetween(value: number, a: number, b: number): boolean {
  return value >= Math.min(a, b) && value <= Math.max(a, b);
}
