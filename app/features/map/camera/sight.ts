import type { MapLibreMap } from 'maplibre-gl';
import type { Position } from '../../../../contracts/geo.ts';
import { projectNear } from '../../../platform/map/project-near.ts';
import { type Cover, shiftIntoView } from '../spots/fan.ts';

/** A dot and the ring around it, with some ground. */
const SIGHT_REACH_PX = 28;

/** Keeps a place in the part of the map that nothing covers, until the map is moved by hand or to something else. */
export interface Sight {
  /** Moves the map, as little as that takes, so that this position is seen, now and when the cover changes; null for none. */
  keep(position: Position | null): void;
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
    const [right, down] = shiftIntoView([x, y], SIGHT_REACH_PX, readSize(), cover);
    if (right === 0 && down === 0) return;
    map.panBy([-right, -down]);
  }

  map.on('movestart', (event) => {
    if (event.originalEvent !== undefined) kept = null;
  });

  return {
    keep(position) {
      kept = position;
      isDue = true;
      check();
    },
    setCover(next) {
      cover = next;
      isDue = true;
      check();
    },
    expectMove() {
      isDue = true;
    },
    leaveFor(isThere) {
      if (kept !== null && !isThere(kept)) kept = null;
    },
    check,
    flightOffset() {
      if (cover === null) return [0, 0];
      const size = readSize();
      const [right, down] = shiftIntoView([size.widthPx / 2, size.heightPx / 2], SIGHT_REACH_PX, size, cover);
      return [right, down];
    },
  };
}
