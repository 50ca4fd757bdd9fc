/**
 * Vertical anchor of the walker in the frame, as a fraction of its height from the top: the middle of the free part.
 */
const HELD_AT = 0.38;
/**
 * The walker's largest distance from the anchor, as a fraction of the frame's smaller side, so that noise moves no map.
 */
const FREE_PART = 0.125;

/** A frame of the map in pixels. */
export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns the offset from the middle of the frame to the walker's anchor: to the right, and down. */
export function heldOffset({ heightPx }: FrameSize): [rightPx: number, downPx: number] {
  return [0, Math.round((HELD_AT - 0.5) * heightPx)];
}

/** How the map returns to its walker. */
export type WayBack = 'stay' | 'glide' | 'jump';

/**
 * Decides how the map follows a walker who is this many pixels from the anchor. Within a small part of the frame it
 * stays, because each movement costs a phone frames. Outside the frame it jumps, because nobody needs the map in
 * between.
 */
export function wayBack(
  [rightPx, downPx]: readonly [rightPx: number, downPx: number],
  { widthPx, heightPx }: FrameSize,
): WayBack {
  if (Math.abs(rightPx) > widthPx || Math.abs(downPx) > heightPx) return 'jump';
  return Math.hypot(rightPx, downPx) > FREE_PART * Math.min(widthPx, heightPx) ? 'glide' : 'stay';
}
