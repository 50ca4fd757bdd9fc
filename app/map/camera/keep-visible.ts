import type { MapLibreMap } from 'maplibre-gl';
import type { Position } from '../../../contracts/geo.ts';
import { projectNear } from '../../platform/map/projection.ts';
import { type Cover, framePadding, isCovered, type Offset, shiftIntoView } from './cover.ts';

/** At a higher zoom a single place would fill the map. */
const FRAME_ZOOM_MAX = 17;
/** A dot and its ring, with some space around it. */
const DOT_REACH: Offset = [28, 28];

/** A box, `[southWest, northEast]`. */
type Box = readonly [Position, Position];

/** Holds a place, or a box, in the uncovered part of the map, until the map is moved by hand or to another target. */
export interface VisibilityKeeper {
  /** Moves the map just enough to show this position, now and when the cover changes; null for none. */
  hold(position: Position | null): void;
  /** Fits in this box without animation, and again when something covers it. */
  frame(box: Box): void;
  /** Sets the current cover of the map, in pixels of its frame. */
  setCover(cover: Cover): void;
  /** Announces that the map is about to move to a requested target. */
  expectMove(): void;
  /** Announces that the map moves away: positions for which `isThere` is false are no longer held in view. */
  leaveFor(isThere: (held: Position) => boolean): void;
  /** Moves the map if the position is covered, unless the map is already moving. */
  check(): void;
  /** Returns the offset from the frame's middle to a flight's end where the target is visible. */
  flightOffset(): [rightPx: number, downPx: number];
}

/** @param isAsleep true while the map must not be moved, and once it is removed */
export function createVisibilityKeeper(map: MapLibreMap, isAsleep: () => boolean): VisibilityKeeper {
  let held: Position | null = null;
  let framed: Box | null = null;
  /** Whether anything has changed since the last move: a place that can't be shown, at the map's end, is tried once. */
  let isDue = false;
  /** Null until the map's cover is known. */
  let cover: Cover | null = null;

  const readSize = () => {
    const { clientWidth: widthPx, clientHeight: heightPx } = map.getContainer();
    return { widthPx, heightPx };
  };

  function check(): void {
    if (!isDue || held === null || cover === null || isAsleep() || map.isMoving()) return;
    isDue = false;
    const { x, y } = projectNear(map, held);
    const [right, down] = shiftIntoView([x, y], DOT_REACH, readSize(), cover);
    if (right === 0 && down === 0) return;
    map.panBy([-right, -down]);
  }

  map.on('movestart', (event) => {
    if (event.originalEvent === undefined) return;
    held = null;
    framed = null;
  });

  function fitIn(box: Box): void {
    // The map adds its own padding, and would not move at all if both left no space.
    const { left = 0, top = 0, right = 0, bottom = 0 } = map.getPadding();
    const padding = framePadding(cover, readSize(), { left, top, right, bottom });
    map.fitBounds([box[0], box[1]], { padding, maxZoom: FRAME_ZOOM_MAX, animate: false });
  }

  return {
    frame(box) {
      framed = box;
      fitIn(box);
    },
    hold(position) {
      held = position;
      isDue = true;
      check();
    },
    setCover(next) {
      cover = next;
      if (framed !== null && !isAsleep()) {
        const [[west, south], [east, north]] = framed;
        const corners = [west, east].flatMap((lng) => [south, north].map((lat) => map.project([lng, lat])));
        if (isCovered(corners, next, readSize())) fitIn(framed);
      }
      isDue = true;
      check();
    },
    expectMove() {
      isDue = true;
    },
    leaveFor(isThere) {
      framed = null;
      if (held !== null && !isThere(held)) held = null;
    },
    check,
    flightOffset() {
      if (cover === null) return [0, 0];
      const size = readSize();
      const [right, down] = shiftIntoView([size.widthPx / 2, size.heightPx / 2], DOT_REACH, size, cover);
      return [right, down];
    },
  };
}
