import type { SliceSource } from './ffmpeg-core.ts';

/** The smallest step reported: every message is a round trip between threads. */
const STEP = 0.01;

/** Nothing but the finished file is 1: ffmpeg reaches the end before the header is written. */
const FRACTION_MAX = 0.99;

/**
 * Thins a progress out to rising steps of a hundredth that stay below 1, whatever it is given.
 *
 * @param report told each step.
 * @returns takes a fraction at any pace, in any order; NaN is ignored.
 */
export function risingSteps(report: (fraction: number) => void): (fraction: number) => void {
  let last = 0;
  return (fraction) => {
    const bounded = Math.min(fraction, FRACTION_MAX);
    if (!(bounded >= last + STEP)) return;
    last = bounded;
    report(bounded);
  };
}

/** How far a run has come, as far as is known. */
export interface RunState {
  /** Length of the input as its header promises: null if it promises nothing, undefined while the header is unread. */
  readonly durationS: number | null | undefined;
  /** Length of the output so far. */
  readonly writtenS: number;
  /** The place last read in the input, as a fraction of the file. */
  readonly readFraction: number;
}

/**
 * The fraction done, 0 while nothing can be said. A browser's own recordings say nothing of their length; for them the
 * place reached in the file must do. It may not be used before the header is read: where the index stands at the end,
 * that is the first place to be visited.
 */
export function fractionDone({ durationS, writtenS, readFraction }: RunState): number {
  if (durationS === undefined) return 0;
  return durationS === null ? readFraction : writtenS / durationS;
}

/**
 * Watches which parts of a file are read.
 *
 * @param onRead told the end of each slice taken, as a fraction of the file.
 */
export function watchReads(file: Blob, onRead: (fraction: number) => void): SliceSource {
  return {
    size: file.size,
    slice(start, end) {
      onRead((end ?? file.size) / file.size);
      return file.slice(start, end);
    },
  };
}
