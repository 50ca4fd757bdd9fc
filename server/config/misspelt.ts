/** An unknown name in the environment, and the setting that was probably meant. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/** Longest name that is compared: no typing error makes one of our names longer. */
const NAME_MAX = 40;

/**
 * Finds unknown names similar to a setting's: in other case (`database_url`), or one or two typing errors away, fewer
 * for short names, which have many neighbours. Among equally similar settings the first wins.
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

/**
 * `HOST` is a letter from `POST`, and `PORT` from `PORT0`, which other programs set: in such short names only swapped
 * letters count as an error.
 */
function slipsMax(name: string, meant: string): number {
  if (meant.length >= 9) return 2;
  return meant.length >= 5 || [...name].sort().join() === [...meant].sort().join() ? 1 : 0;
}

/**
 * Counts left out, added, changed and swapped neighbouring letters (optimal string alignment distance), in time and
 * space proportional to the product of both lengths.
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
