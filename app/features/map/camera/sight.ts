import type { MapLibreMap } from 'maplibre-gl';
import type { Position } from '../../../../contracts/geo.ts';
import { projectNear } from '../../../platform/map/project-near.ts';
import { type Cover, type FanOffset, shiftIntoView } from '../spots/fan.ts';
import { framePadding, isCovered } from './frame.ts';

/** Nearer than this a single place would fill the map. */
const FRAME_ZOOM_MAX = 17;
/** A dot and the ring around it, with some ground. */
const SIGHT_REACH: FanOffset = [28, 28];

/** A box, `[southWest, northEast]`. */
type Box = readonly [Position, Position];

/** Keeps a place, or a box, in the part of the map that nothing covers, until the map is moved by hand or to something else. */
export interface Sight {
  /** Moves the map, as little as that takes, so that this position is seen, now and when the cover changes; null for none. */
  keep(position: Position | null): void;
  /** Fits this box in, without an animation, and again where something comes over it. */
  frame(box: Box): void;
  /** What lies over the map now, in pixels of its frame. */
  setCover(cover: Cover): void;
  /** The map is about to be moved to what somebody asked for. */
  expectMove(): void;
  /** The map goes somewhere: what isn't there is kept in sight no longer. */
  leaveFor(isThere: (kept: Position) => boolean): void;
  /** Moves the map if the position is covered, and nothing else moves it. */
  check(): void;
  /** From the middle of the frame to where a flight should end, so that its goal is seen: to the right, and down. */
  flightOffset(): [rightPx: number, downPx: number];
}

/** @param isAsleep true while the map must not be moved, and once it is gone */
export function createSight(map: MapLibreMap, isAsleep: () => boolean): Sight {
  let kept: Position | null = null;
  let framed: Box | null = null;
  /** Something has changed since the map was moved last: a place that can't be shown, at the map's end, is tried once. */
  let isDue = false;
  /** Null before anything is known to lie over the map. */
  let cover: Cover | null = null;

  const readSize = () => {
    const { clientWidth: widthPx, clientHeight: heightPx } = map.getContainer();
    return { widthPx, heightPx };
  };

  function check(): void {
    if (!isDue || kept === null || cover === null || isAsleep() || map.isMoving()) return;
    isDue = false;
    const { x, y } = projectNear(map, kept);
    const [right, down] = shiftIntoView([x, y], SIGHT_REACH, readSize(), cover);
    if (right === 0 && down === 0) return;
    map.panBy([-right, -down]);
  }

  map.on('movestart', (event) => {
    if (event.originalEvent === undefined) return;
    kept = null;
    framed = null;
  });

  function fitIn(box: Box): void {
    // The map adds its own, and would not move at all where both leave no room.
    const { left = 0, top = 0, right = 0, bottom = 0 } = map.getPadding();
    const padding = framePadding(cover, readSize(), { left, top, right, bottom });
    map.fitBounds([box[0], box[1]], { padding, maxZoom: FRAME_ZOOM_MAX, animate: false });
  }

  return {
    frame(box) {
      framed = box;
      fitIn(box);
    },
    keep(position) {
      kept = position;
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
      if (kept !== null && !isThere(kept)) kept = null;
    },
    check,
    flightOffset() {
      if (cover === null) return [0, 0];
      const size = readSize();
      const [right, down] = shiftIntoView([size.widthPx / 2, size.heightPx / 2], SIGHT_REACH, size, cover);
      return [right, down];
    },
  };
}
