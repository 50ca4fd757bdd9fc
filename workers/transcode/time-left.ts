/** No estimate before this time: opening the file takes the first tenths of a second, and the estimate would jump. */
const QUIET_MS = 500;

/** The pace is measured over this window, to adapt to a phone that gets hot or busy. */
const WINDOW_MS = 10_000;

interface Mark {
  readonly atMs: number;
  readonly fraction: number;
}

/**
 * Estimates the time left of a job from its pace.
 *
 * @param startMs start of the job, by the same clock as later times
 * @returns a function of the completed fraction and the time, both rising, that returns the seconds left; null while
 * unknown
 */
export function createTimeLeft(startMs: number): (fraction: number, nowMs: number) => number | null {
  let marks: Mark[] = [{ atMs: startMs, fraction: 0 }];
  return (fraction, nowMs) => {
    // The newest mark older than the window is where the pace is measured from.
    const oldest = marks.findLastIndex(({ atMs }) => atMs <= nowMs - WINDOW_MS);
    marks = [...marks.slice(Math.max(0, oldest)), { atMs: nowMs, fraction }];
    const [from] = marks;
    if (from === undefined || nowMs - startMs < QUIET_MS || fraction <= from.fraction) return null;
    const msPerFraction = (nowMs - from.atMs) / (fraction - from.fraction);
    return (Math.max(0, 1 - fraction) * msPerFraction) / 1000;
  };
}
