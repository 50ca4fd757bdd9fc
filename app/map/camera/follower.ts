import type { MapLibreMap } from 'maplibre-gl';
import type { Position } from '../../../contracts/geo.ts';
import { projectNear } from '../../platform/map/projection.ts';
import type { FrameSize } from './cover.ts';

/** Shorter than the interval between positions, so that one glide ends before another begins. */
const GLIDE_MS = 700;

/** Holds the walker in the middle of the free part of a map until the map is moved by hand. */
interface Follower {
  /** Follows the walker to this position; null stops following. */
  follow(position: Position | null): void;
  /** Moves the map if the walker has left that part, unless the map is already moving. */
  catchUp(): void;
  fly(zoom: number): void;
  /** Stops following, because the map must show something else. Calls `onStrayed` if it was following. */
  leave(): void;
}

/**
 * Creates the follower of `map`, which stops when the map is panned by hand: dragged, moved by arrow keys, or zoomed to
 * a box. Other zooms hold the walker in the middle, as in navigation apps.
 */
export function createFollower(map: MapLibreMap, onStrayed: () => void): Follower {
  let followed: Position | null = null;

  function setFollowed(position: Position | null): void {
    const isNew = (position === null) !== (followed === null);
    followed = position;
    if (isNew) zoomAround(map, position === null ? undefined : { around: 'center' });
  }

  function leave(): void {
    if (followed === null) return;
    setFollowed(null);
    onStrayed();
  }

  function catchUp(): void {
    if (followed === null || map.isMoving()) return;
    const size = readSize();
    const [right, down] = anchorOffset(size);
    const [middle, walker] = [map.project(map.getCenter()), projectNear(map, followed)];
    const way = chooseReturn([walker.x - middle.x - right, walker.y - middle.y - down], size);
    // MapLibre turns a glide into a jump if the person prefers reduced motion.
    const durationMs = way === 'jump' ? 0 : GLIDE_MS;
    if (way !== 'stay') map.easeTo({ center: followed, offset: [right, down], duration: durationMs });
  }

  function readSize(): FrameSize {
    const { clientWidth: widthPx, clientHeight: heightPx } = map.getContainer();
    return { widthPx, heightPx };
  }

  function fly(zoom: number): void {
    if (followed !== null) map.flyTo({ center: followed, offset: anchorOffset(readSize()), zoom });
  }

  map.on('dragstart', ({ originalEvent }) => {
    if (!isPinch(originalEvent)) leave();
  });
  map.on('movestart', (event) => {
    const cause: unknown = event.originalEvent;
    if (cause instanceof KeyboardEvent && isPan(cause)) leave();
  });
  map.on('boxzoomstart', leave);

  return { follow: setFollowed, catchUp, fly, leave };
}

/** Not by `instanceof`, because browsers on devices without a touch screen have no `TouchEvent`. */
function isPinch(event: MouseEvent | TouchEvent | undefined): boolean {
  return event !== undefined && 'touches' in event && event.touches.length > 1;
}

/** With Shift the arrows turn and tilt the map. */
function isPan({ key, shiftKey }: KeyboardEvent): boolean {
  return key.startsWith('Arrow') && !shiftKey;
}

function zoomAround(map: MapLibreMap, options: { around: 'center' } | undefined): void {
  for (const zooming of [map.scrollZoom, map.touchZoomRotate]) {
    zooming.disable();
    zooming.enable(options);
  }
}

/** Vertical anchor of the walker, as a fraction of the frame's height from the top: the middle of the free part. */
const ANCHOR_AT = 0.38;
/** How far the walker may be from the anchor, as a fraction of the smaller side, so that noise moves no map. */
const FREE_PART = 0.125;

/** Returns the offset from the middle of the frame to the walker's anchor: to the right, and down. */
export function anchorOffset({ heightPx }: FrameSize): [rightPx: number, downPx: number] {
  return [0, Math.round((ANCHOR_AT - 0.5) * heightPx)];
}

/** How the map returns to its walker. */
type ReturnMove = 'stay' | 'glide' | 'jump';

/**
 * Decides how the map follows a walker who is this many pixels from the anchor. Within a small part of the frame it
 * stays, because each movement costs a phone frames. Outside the frame it jumps, because nobody needs the map in
 * between.
 */
export function chooseReturn(
  [rightPx, downPx]: readonly [rightPx: number, downPx: number],
  { widthPx, heightPx }: FrameSize,
): ReturnMove {
  if (Math.abs(rightPx) > widthPx || Math.abs(downPx) > heightPx) return 'jump';
  return Math.hypot(rightPx, downPx) > FREE_PART * Math.min(widthPx, heightPx) ? 'glide' : 'stay';
}
