/** Name that the capturing processor is registered by. */
export const CAPTURE_PROCESSOR = 'capture';

/** Frames that travel together: 93 ms at 44.1 kHz. What a crash loses beside what waits in the worker. */
export const FRAMES_PER_BLOCK = 4096;

/** What the page tells the capturing processor. */
export type CaptureCommand =
  /** Begin; blocks go to this port as `CaptureMessage`s, and come back from it to be filled again. Transferred. */
  | { readonly start: MessagePort }
  | { readonly paused: boolean }
  /** Send what has gathered, then the end, and stop for good. */
  | { readonly end: true };

/** What the capturing processor tells the page, some twenty times a second. */
export interface CaptureReport {
  /** Frames recorded so far. */
  readonly frames: number;
  /** The loudest sample since the last report, 0 to 1. Told while paused, too. */
  readonly peak: number;
}
