import type { FrameSize } from '../camera/drift.ts';

/** From the middle of one target to the next: a finger's width. */
export const FAN_TARGET_PX = 44;
/** From here on a list serves better: the fan would not fit on a small phone. */
export const FAN_MAX = 22;

const RING_MAX = 8;
const RING_RADIUS_MIN_PX = 54;
const SPIRAL_START_PX = 52;
/** From one turn of the spiral to the next. */
const SPIRAL_TURN_PX = 48;
/** Neighbours on a curve are nearer to each other than the way along it. */
const SPIRAL_STEP_PX = FAN_TARGET_PX + 1;

/** Where a place of the fan stands, in pixels from the middle: to the right, and down. */
export type FanOffset = readonly [rightPx: number, downPx: number];

/** Spreads so many places around their spot, clockwise from the top: on a ring, more than eight on a spiral outwards. */
export function fanOut(count: number): FanOffset[] {
  return count <= RING_MAX ? ringOf(count) : spiralOf(count);
}

/** Half the side of the square that a fan takes, targets included. */
export function fanReachPx(count: number): number {
  return Math.max(0, ...fanOut(count).flat().map(Math.abs)) + FAN_TARGET_PX / 2;
}

function ringOf(count: number): FanOffset[] {
  const radiusPx = count < 2 ? 0 : Math.max(RING_RADIUS_MIN_PX, SPIRAL_STEP_PX / (2 * Math.sin(Math.PI / count)));
  return Array.from({ length: count }, (_, at) => offsetAt((2 * Math.PI * at) / count, radiusPx));
}

function spiralOf(count: number): FanOffset[] {
  const offsets: FanOffset[] = [];
  let angle = 0;
  for (let at = 0; at < count; at++) {
    const radiusPx = SPIRAL_START_PX + (SPIRAL_TURN_PX * angle) / (2 * Math.PI);
    offsets.push(offsetAt(angle, radiusPx));
    angle += 2 * Math.asin(SPIRAL_STEP_PX / (2 * radiusPx));
  }
  return offsets;
}

function offsetAt(angle: number, radiusPx: number): FanOffset {
  return [Math.sin(angle) * radiusPx, -Math.cos(angle) * radiusPx];
}

/** How much of a map's frame is covered from each side. */
export interface Cover {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What lies over the map: status and menu above, buttons at the right, the walk's button below. */
const COVERED_PX: Cover = { left: 12, top: 64, right: 64, bottom: 150 };

/** How far a fan around a point of the frame has to be moved so that all of it is seen, and nothing covers it. */
export function shiftIntoView(
  [x, y]: FanOffset,
  reachPx: number,
  { widthPx, heightPx }: FrameSize,
  { left, top, right, bottom }: Cover = COVERED_PX,
): FanOffset {
  return [
    clamp(x, left + reachPx, widthPx - right - reachPx) - x,
    clamp(y, top + reachPx, heightPx - bottom - reachPx) - y,
  ];
}

/** The middle where the bounds leave no room. */
function clamp(value: number, min: number, max: number): number {
  return min > max ? (min + max) / 2 : Math.min(max, Math.max(min, value));
}
