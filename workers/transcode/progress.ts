/** The smallest reported step, because every message is a round trip between threads. */
const STEP = 0.01;

/** Without a step, the last fraction is reported again after this time, so that people see that the job is running. */
const REPEAT_MS = 1000;

/** Only the finished file counts as 1: ffmpeg reaches the end before it writes the header. */
const FRACTION_MAX = 0.99;

/**
 * Reduces fractions, at any rate and in any order, to rising steps of a hundredth or more, below 1. A job that advances
 * more slowly repeats the last step each second. NaN is no step.
 *
 * @param now a clock in milliseconds.
 */
export function risingSteps(
  report: (fraction: number) => void,
  now: () => number = () => performance.now(),
): (fraction: number) => void {
  let last = 0;
  let toldMs = now();
  return (fraction) => {
    const bounded = Math.min(fraction, FRACTION_MAX);
    const isStep = bounded >= last + STEP;
    if (!isStep && now() - toldMs < REPEAT_MS) return;
    if (isStep) last = bounded;
    toldMs = now();
    report(last);
  };
}

interface RunState {
  /** Duration of the input by its header: null if the header has none, undefined while unread. */
  readonly durationS: number | null | undefined;
  /** Duration of the output so far. */
  readonly writtenS: number;
  /** The last position read in the input, as a fraction of the file. */
  readonly readFraction: number;
}

/**
 * Returns the completed fraction; 0 while unknown. Browsers' own recordings have no duration, so the read position is
 * used instead, but only after the header, because a file with its index at the end is read there first.
 */
export function fractionDone({ durationS, writtenS, readFraction }: RunState): number {
  if (durationS === undefined) return 0;
  return durationS === null ? readFraction : writtenS / durationS;
}

/** The part of Blob that ffmpeg's WORKERFS needs: it reads slices on demand. */
export type SliceSource = Pick<Blob, 'size' | 'slice'>;

/** Reports which parts of a file are read, by the end of each slice as a fraction of the file. */
export function watchReads(file: Blob, onRead: (fraction: number) => void): SliceSource {
  return {
    size: file.size,
    slice(start, end) {
      onRead((end ?? file.size) / file.size);
      return file.slice(start, end);
    },
  };
}

/** No estimate before this time: opening the file takes the first tenths of a second, and the estimate would jump. */
const QUIET_MS = 500;

/** The pace is measured over this window, to adapt to a phone that gets hot or busy. */
const WINDOW_MS = 10_000;

interface Mark {
  readonly atMs: number;
  readonly fraction: number;
}

/**
 * Estimates the time left of a job from its pace: the seconds for a completed fraction at a time, both rising; null
 * while unknown.
 *
 * @param startMs start of the job, by the same clock
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
