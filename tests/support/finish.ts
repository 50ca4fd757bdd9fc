/** Runs work that is made in steps, such as for `runInSlices`, to its end, and returns what comes of it. */
export function finish<Result>(work: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
