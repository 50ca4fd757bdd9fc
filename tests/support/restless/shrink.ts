/**
 * Returns a part of `steps`, in their order, that still fails, and of which no single step can be left out (delta debugging).
 * Tries the last steps first: what fails mostly lies there.
 *
 * @param fails whether a part fails, when replayed; called for ever shorter ones. `steps` as a whole is taken to fail.
 */
export async function shrink<Step>(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let left = await lastOnes(steps, fails);
  for (let size = Math.ceil(left.length / 2); size > 0; size = Math.floor(size / 2)) {
    for (let hasShrunk = true; hasShrunk; ) {
      const shorter = await withoutRuns(left, size, fails);
      // A step may become needless only once a later one is gone.
      hasShrunk = size === 1 && shorter.length < left.length;
      left = shorter;
    }
  }
  return left;
}

/** The last 1, 2, 4, ... steps, the first of these that fail. */
async function lastOnes<Step>(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  for (let count = 1; count < steps.length; count *= 2) {
    const last = steps.slice(-count);
    if (await fails(last)) return last;
  }
  return steps;
}

/** Leaves out each run of `size` steps without which the others still fail, from the first to the last. */
async function withoutRuns<Step>(
  steps: readonly Step[],
  size: number,
  fails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let left = steps;
  for (let start = 0; start < left.length; ) {
    const others = [...left.slice(0, start), ...left.slice(start + size)];
    if (others.length > 0 && (await fails(others))) left = others;
    else start += size;
  }
  return left;
}
