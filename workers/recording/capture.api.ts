/** Name under which the capture processor is registered. */
export const CAPTURE_PROCESSOR = 'capture';

/** Frames per message: 93 ms at 44.1 kHz, the most that a crash loses besides the worker's pending messages. */
export const FRAMES_PER_BLOCK = 4096;

/** Rate of {@link CaptureReport}s. */
export const REPORTS_PER_SECOND = 20;

/** A message from the page to the capture processor. */
export type CaptureCommand =
  /** Starts; blocks are posted to this port as `CaptureMessage`s, and posted back to be reused. Transferred. */
  | { readonly start: MessagePort }
  | { readonly paused: boolean }
  /** Sends the last block and the end, and stops for good. */
  | { readonly end: true };

/** A progress report of a running recording. */
export interface CaptureReport {
  /** Frames recorded so far. */
  readonly frames: number;
  /** The loudest sample since the last report, 0 to 1; also while paused. */
  readonly peak: number;
}
