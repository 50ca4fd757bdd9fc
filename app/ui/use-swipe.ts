import { type TouchEvent, useRef } from 'react';

/** How far a finger goes for a swipe. */
export const SWIPE_MIN_PX = 10;

/** Where a finger is, in CSS pixels from the window's left and top edge. */
export interface Finger {
  readonly x: number;
  readonly y: number;
}

/** What starts on one of these is a drag of its own. */
const OWN_DRAG = 'input, textarea, select, [role="slider"], [contenteditable]';

/** The way a finger went, where it went further than `minPx` and more sideways than up or down; null otherwise. */
export function judgeSwipe(from: Finger, to: Finger, minPx: number): 'left' | 'right' | null {
  const across = to.x - from.x;
  if (Math.abs(across) <= minPx || Math.abs(across) <= Math.abs(to.y - from.y)) return null;
  return across < 0 ? 'left' : 'right';
}

/**
 * Touch handlers for an element that hears swipes of one finger. The element needs `touch-action: pan-y` (or none), or
 * the browser takes the gesture for itself.
 *
 * @param minPx how far a swipe goes at the least
 */
export function useSwipe(minPx: number, onSwipe: (way: 'left' | 'right') => void) {
  const from = useRef<Finger | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      const { target, touches } = event;
      const finger = touches[0];
      // React lets the touches of a dialog bubble to the element that opened it, wherever the dialog stands.
      const isInside = target instanceof Element && event.currentTarget.contains(target);
      const isOurs = isInside && target.closest(OWN_DRAG) === null;
      from.current = finger && touches.length === 1 && isOurs ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const start = from.current;
      const finger = event.changedTouches[0];
      from.current = null;
      if (start === null || !finger) return;
      const way = judgeSwipe(start, { x: finger.clientX, y: finger.clientY }, minPx);
      if (way !== null) onSwipe(way);
    },
    onTouchCancel: () => {
      from.current = null;
    },
  };
}

/** The way inwards from the edge of a box that a finger came down at; null further inside, or outside. */
export function inwardsFrom(
  x: number,
  box: { readonly left: number; readonly right: number },
  edgePx: number,
): 'left' | 'right' | null {
  if (x < box.left || x > box.right) return null;
  if (x - box.left < edgePx) return 'right';
  return box.right - x < edgePx ? 'left' : null;
}

/**
 * Touch handlers for an element whose inside has drags of its own, such as a map: swipes count that come in from its left
 * or right edge. What a single finger does from there on is kept from the inside, so that a map stays where it is; a tap
 * arrives as a click all the same, and a second finger hands both over.
 *
 * @param minPx how far a swipe goes at the least
 * @param edgePx how wide the edges are
 */
export function useEdgeSwipe(minPx: number, edgePx: number, onSwipe: (way: 'left' | 'right') => void) {
  const from = useRef<(Finger & { readonly way: 'left' | 'right' }) | null>(null);
  return {
    onTouchStartCapture: (event: TouchEvent) => {
      from.current = null;
      const { target, touches, currentTarget } = event;
      const finger = touches[0];
      const isInside = target instanceof Element && currentTarget.contains(target) && target.closest(OWN_DRAG) === null;
      if (finger === undefined || touches.length !== 1 || !isInside) return;
      const way = inwardsFrom(finger.clientX, currentTarget.getBoundingClientRect(), edgePx);
      if (way === null) return;
      from.current = { x: finger.clientX, y: finger.clientY, way };
      event.stopPropagation();
    },
    onTouchMoveCapture: (event: TouchEvent) => {
      if (from.current !== null) event.stopPropagation();
    },
    onTouchEndCapture: (event: TouchEvent) => {
      const start = from.current;
      const finger = event.changedTouches[0];
      from.current = null;
      if (start === null) return;
      event.stopPropagation();
      if (finger && judgeSwipe(start, { x: finger.clientX, y: finger.clientY }, minPx) === start.way)
        onSwipe(start.way);
    },
    onTouchCancelCapture: () => {
      from.current = null;
    },
  };
}
