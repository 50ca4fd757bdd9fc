import { COVERED_PX, type FrameSize, type Offset } from '../camera/cover.ts';

/** Distance between the middles of neighbouring targets: a finger's width. */
export const SPIDER_TARGET_PX = 44;
/** For more places a list works better: the spider would not fit on a small phone. */
export const SPIDER_MAX = 18;

/** The curve of each side: from the shared point to its first dots, and how much farther out the middle ones are. */
const SIDE_PX = 24;
const CURVE_PX = 24;
const NAME_WIDTH_MIN_PX = 60;
const NAME_WIDTH_MAX_PX = 180;

/** Spreads `count` places in two columns, to be read down the left one, then down the right one. */
export function spreadOut(count: number): Offset[] {
  const left = Math.ceil(count / 2);
  return [...sideOf(left, -1), ...sideOf(count - left, 1)];
}

function sideOf(count: number, side: -1 | 1): Offset[] {
  const reach = (count * SPIDER_TARGET_PX) / 2;
  return Array.from({ length: count }, (_, at): Offset => {
    const down = (at - (count - 1) / 2) * SPIDER_TARGET_PX;
    return [side * (SIDE_PX + CURVE_PX * Math.sqrt(1 - (down / reach) ** 2)), down];
  });
}

/** Returns the width of a name in a spider on a frame of this width. */
export function spiderNamePx(frameWidthPx: number): number {
  const sidePx = (frameWidthPx - COVERED_PX.left - COVERED_PX.right) / 2 - SIDE_PX - CURVE_PX - SPIDER_TARGET_PX / 2;
  return Math.min(NAME_WIDTH_MAX_PX, Math.max(NAME_WIDTH_MIN_PX, sidePx));
}

/** Returns the distance from the middle of a spider to its sides, with names of this width. */
export function spiderReach(count: number, namePx: number): Offset {
  const rows = Math.ceil(count / 2);
  return [SIDE_PX + CURVE_PX + SPIDER_TARGET_PX / 2 + namePx, (rows * SPIDER_TARGET_PX) / 2];
}

/** Whether a spider fits this frame: all dots are visible; the outermost targets may lose a quarter. */
export function fitsSpider(count: number, { heightPx }: FrameSize): boolean {
  const [, downPx] = spiderReach(count, 0);
  return count <= SPIDER_MAX && 2 * downPx - SPIDER_TARGET_PX / 2 <= heightPx - COVERED_PX.top - COVERED_PX.bottom;
}
