/** A frame of the map in pixels. */
export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** An offset in pixels: to the right, and down. */
export type Offset = readonly [rightPx: number, downPx: number];

/** How much of a map's frame is covered from each side. */
export interface Cover {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Margin around the framed area, so that dots and the beginnings of their names are visible. */
const BESIDE_PX = 28;
/** Margin from the edges of the map where nothing covers it. */
const FROM_EDGE_PX = 72;
/** Covers leave at least this much for the framed area: under them, gaps still show something. */
const LEFT_MIN_PX = 120;

const NO_COVER: Cover = { left: 0, top: 0, right: 0, bottom: 0 };

/** Returns the distance of the framed area from each side of the map, beside its `own` padding: nothing covers it. */
export function framePadding(cover: Cover | null, { widthPx, heightPx }: FrameSize, own: Cover = NO_COVER): Cover {
  const { left, top, right, bottom } = cover ?? NO_COVER;
  const [padLeft, padRight] = shareOut(Math.max(left, own.left), Math.max(right, own.right), widthPx);
  const [padTop, padBottom] = shareOut(Math.max(top, own.top), Math.max(bottom, own.bottom), heightPx);
  const beyond = (px: number, ownPx: number): number => Math.max(0, px - ownPx);
  return {
    left: beyond(padLeft, own.left),
    top: beyond(padTop, own.top),
    right: beyond(padRight, own.right),
    bottom: beyond(padBottom, own.bottom),
  };
}

/** Whether one of these points, in pixels of the map's frame, is covered, or out of the frame. Pure. */
export function isCovered(
  points: readonly { readonly x: number; readonly y: number }[],
  { left, top, right, bottom }: Cover,
  { widthPx, heightPx }: FrameSize,
): boolean {
  return points.some(({ x, y }) => x < left || x > widthPx - right || y < top || y > heightPx - bottom);
}

function shareOut(before: number, after: number, sizePx: number): readonly [number, number] {
  const wanted = [before, after].map((px) => Math.max(FROM_EDGE_PX, px + BESIDE_PX));
  const [first = 0, last = 0] = wanted;
  const share = Math.min(1, Math.max(0, sizePx - LEFT_MIN_PX) / (first + last));
  return [first * share, last * share];
}

/** The controls over the map: status and menu above, buttons at the right, the walk's button below. */
export const COVERED_PX: Cover = { left: 12, top: 64, right: 64, bottom: 150 };

/** Returns the shift of a point of the frame after which all within its reach is visible and uncovered. */
export function shiftIntoView(
  [x, y]: Offset,
  [reachRightPx, reachDownPx]: Offset,
  { widthPx, heightPx }: FrameSize,
  { left, top, right, bottom }: Cover = COVERED_PX,
): Offset {
  return [
    clamp(x, left + reachRightPx, widthPx - right - reachRightPx) - x,
    clamp(y, top + reachDownPx, heightPx - bottom - reachDownPx) - y,
  ];
}

/** Returns the middle if the bounds leave no space. */
function clamp(value: number, min: number, max: number): number {
  return min > max ? (min + max) / 2 : Math.min(max, Math.max(min, value));
}
