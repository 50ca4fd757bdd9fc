import type { FrameSize } from '../camera/drift.ts';

/** Distance between the middles of neighbouring targets: a finger's width. */
export const FAN_TARGET_PX = 44;
/** For more places a list works better: the fan would not fit on a small phone. */
export const FAN_MAX = 18;

/** The curve of each side: from the spot to its first dots, and how much farther out the middle ones are. */
const SIDE_PX = 24;
const CURVE_PX = 24;
const NAME_WIDTH_MIN_PX = 60;
const NAME_WIDTH_MAX_PX = 180;

/** The position of a place in the fan, in pixels from the middle: to the right, and down. */
export type FanOffset = readonly [rightPx: number, downPx: number];

/**
 * Spreads `count` places in two columns, left and right of their spot. Reading order is down the left column, then down the
 * right one.
 */
export function fanOut(count: number): FanOffset[] {
  const left = Math.ceil(count / 2);
  return [...sideOf(left, -1), ...sideOf(count - left, 1)];
}

function sideOf(count: number, side: -1 | 1): FanOffset[] {
  const reach = (count * FAN_TARGET_PX) / 2;
  return Array.from({ length: count }, (_, at): FanOffset => {
    const down = (at - (count - 1) / 2) * FAN_TARGET_PX;
    return [side * (SIDE_PX + CURVE_PX * Math.sqrt(1 - (down / reach) ** 2)), down];
  });
}

/** Returns the width of a name in a fan on a frame of this width. */
export function fanNamePx(frameWidthPx: number): number {
  const sidePx = (frameWidthPx - COVERED_PX.left - COVERED_PX.right) / 2 - SIDE_PX - CURVE_PX - FAN_TARGET_PX / 2;
  return Math.min(NAME_WIDTH_MAX_PX, Math.max(NAME_WIDTH_MIN_PX, sidePx));
}

/**
 * Returns the distance from the middle of a fan to its sides, including names of this width: to the right, and down.
 */
export function fanReach(count: number, namePx: number): FanOffset {
  const rows = Math.ceil(count / 2);
  return [SIDE_PX + CURVE_PX + FAN_TARGET_PX / 2 + namePx, (rows * FAN_TARGET_PX) / 2];
}

/** Whether a fan of `count` places fits this frame: all dots are visible; the outermost targets may lose a quarter. */
export function fitsFan(count: number, { heightPx }: FrameSize): boolean {
  const [, downPx] = fanReach(count, 0);
  return count <= FAN_MAX && 2 * downPx - FAN_TARGET_PX / 2 <= heightPx - COVERED_PX.top - COVERED_PX.bottom;
}

/** How much of a map's frame is covered from each side. */
export interface Cover {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The controls over the map: status and menu above, buttons at the right, the walk's button below. */
const COVERED_PX: Cover = { left: 12, top: 64, right: 64, bottom: 150 };

/**
 * Returns the shift of a point of the frame after which its surroundings, up to the reach, are visible and uncovered.
 */
export function shiftIntoView(
  [x, y]: FanOffset,
  [reachRightPx, reachDownPx]: FanOffset,
  { widthPx, heightPx }: FrameSize,
  { left, top, right, bottom }: Cover = COVERED_PX,
): FanOffset {
  return [
    clamp(x, left + reachRightPx, widthPx - right - reachRightPx) - x,
    clamp(y, top + reachDownPx, heightPx - bottom - reachDownPx) - y,
  ];
}

/** Returns the middle if the bounds leave no space. */
function clamp(value: number, min: number, max: number): number {
  return min > max ? (min + max) / 2 : Math.min(max, Math.max(min, value));
}
