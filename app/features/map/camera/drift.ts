/** Where the walker is kept, as a part of the frame's height from its top: the middle of what player and buttons leave free. */
const HELD_AT = 0.38;
/** A walker may be so far from there, as a part of the frame's smaller side: noise of a phone at rest moves no map. */
const FREE_PART = 0.125;

/** A frame of the map in pixels. */
export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** From the middle of the frame to where the walker is kept: to the right, and down. */
export function heldOffset({ heightPx }: FrameSize): [rightPx: number, downPx: number] {
  return [0, Math.round((HELD_AT - 0.5) * heightPx)];
}

/** How the map gets back to its walker. */
export type WayBack = 'stay' | 'glide' | 'jump';

/**
 * How the map follows a walker who is so many pixels from where it keeps them: within a small part of the frame not at all, as each
 * movement costs a phone frames; out of the frame at once, since the map in between would be loaded for nobody.
 */
export function wayBack(
  [rightPx, downPx]: readonly [rightPx: number, downPx: number],
  { widthPx, heightPx }: FrameSize,
): WayBack {
  if (Math.abs(rightPx) > widthPx || Math.abs(downPx) > heightPx) return 'jump';
  return Math.hypot(rightPx, downPx) > FREE_PART * Math.min(widthPx, heightPx) ? 'glide' : 'stay';
}
