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

/**
 * Watches how far a file has been read. A browser's own recordings say nothing of their length, so the place that ffmpeg
 * has reached in the file is all there is to tell the progress by.
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
