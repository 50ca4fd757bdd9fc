/**
 * Where two lists of numbers first differ, null if nowhere: for those so long that `toEqual` would take longer than what made
 * them.
 */
export function firstDifference(one: ArrayLike<number>, other: ArrayLike<number>): number | null {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    if (!Object.is(one[at], other[at])) return at;
  }
  return null;
}
