/** A walker may be so far from the middle, as a part of the frame's smaller side: noise of a phone at rest moves no map. */
const FREE_PART = 0.125;

/** How the map gets back to a walker who left its middle. */
export type WayBack = 'stay' | 'glide' | 'jump';

/**
 * How the map follows a walker who is so many pixels from its middle: within a small part of the frame not at all, as each
 * movement costs a phone frames; out of the frame at once, since the map in between would be loaded for nobody.
 */
export function wayBack(
  [rightPx, downPx]: readonly [rightPx: number, downPx: number],
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): WayBack {
  if (Math.abs(rightPx) > widthPx || Math.abs(downPx) > heightPx) return 'jump';
  return Math.hypot(rightPx, downPx) > FREE_PART * Math.min(widthPx, heightPx) ? 'glide' : 'stay';
}
