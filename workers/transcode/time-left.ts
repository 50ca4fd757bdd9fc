/** Nothing is foretold earlier: the first tenths of a second go into opening the file, and the number would jump. */
const QUIET_MS = 500;

/** The pace is that of the last seconds, so that a phone which gets warm and slow, or gets busy, is soon believed. */
const WINDOW_MS = 10_000;

interface Mark {
  readonly atMs: number;
  readonly fraction: number;
}

/**
 * Estimates how long a job still takes, from its pace so far.
 *
 * @param startMs when the job began, on the clock that later times are read from
 * @returns takes a fraction done and the time, both rising, and gives the seconds left; null while too little is known
 */
export function createTimeLeft(startMs: number): (fraction: number, nowMs: number) => number | null {
  let marks: Mark[] = [{ atMs: startMs, fraction: 0 }];
  return (fraction, nowMs) => {
    // The newest mark that is older than the window is where its pace begins.
    const oldest = marks.findLastIndex(({ atMs }) => atMs <= nowMs - WINDOW_MS);
    marks = [...marks.slice(Math.max(0, oldest)), { atMs: nowMs, fraction }];
    const [from] = marks;
    if (from === undefined || nowMs - startMs < QUIET_MS || fraction <= from.fraction) return null;
    const msPerFraction = (nowMs - from.atMs) / (fraction - from.fraction);
    return (Math.max(0, 1 - fraction) * msPerFraction) / 1000;
  };
}
