/** A name in the environment that is no setting, and the setting that it is taken for. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/** Longest name that is compared: no slip makes a longer one of ours. */
const NAME_MAX = 40;

/**
 * The names that are near a known one, and none themselves: in other letters (`database_url`), or a slip or two away, fewer for
 * short names, which have many neighbours. Of several as near it is the first.
 */
export function findMisspelt(names: readonly string[], known: readonly string[]): Misspelt[] {
  const isKnown = new Set(known);
  return names.flatMap((name) => {
    if (isKnown.has(name) || name.length > NAME_MAX) return [];
    const near = known
      .map((meant) => ({ name, meant, slips: slipsBetween(name.toUpperCase(), meant) }))
      .filter(({ meant, slips }) => slips <= slipsMax(name.toUpperCase(), meant))
      .sort((a, b) => a.slips - b.slips);
    return near.slice(0, 1).map(({ meant }) => ({ name, meant }));
  });
}

/** `HOST` is a letter from `POST`, and `PORT` from `PORT0`, which others set: in so short a name only letters that swapped are a slip. */
function slipsMax(name: string, meant: string): number {
  if (meant.length >= 9) return 2;
  return meant.length >= 5 || [...name].sort().join() === [...meant].sort().join() ? 1 : 0;
}

/**
 * How many letters were left out, added, changed or swapped with their neighbour (optimal string alignment), in time and space
 * of the product of both lengths.
 */
export function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
