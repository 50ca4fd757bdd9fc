import { type TouchEvent, useRef } from 'react';

/** The minimum length of a swipe. */
export const SWIPE_MIN_PX = 10;

type SwipeDirection = 'left' | 'right';

/** Where a finger is, in CSS pixels from the left and top edge of the window. */
interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Elements with their own drag, on which no swipe starts; `data-drag` marks those that aren't controls. */
const NATIVE_DRAG =
  'input[type="range"], input:focus, textarea:focus, select, [role="slider"], [contenteditable], [data-drag]';

/** Returns the direction of a swipe longer than `minPx` and more horizontal than vertical; null if it is none. */
export function swipeDirection(from: Finger, to: Finger, minPx: number): SwipeDirection | null {
  const deltaX = to.x - from.x;
  if (Math.abs(deltaX) <= minPx || Math.abs(deltaX) <= Math.abs(to.y - from.y)) return null;
  return deltaX < 0 ? 'left' : 'right';
}

/**
 * Returns touch handlers that detect swipes of one finger. The element needs `touch-action: pan-y` (or none), and so
 * does each scrolling element in it, because the property doesn't extend into these; otherwise the browser handles the
 * gesture.
 *
 * @param minPx the minimum length of a swipe
 */
export function useSwipe(minPx: number, onSwipe: (direction: SwipeDirection) => void) {
  const start = useRef<Finger | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      start.current = singleTouch(event);
    },
    onTouchEnd: (event: TouchEvent) => {
      const [from, to] = [start.current, changedTouch(event)];
      start.current = null;
      const direction = from && to && swipeDirection(from, to, minPx);
      if (direction === null) return;
      preventClick(event);
      onSwipe(direction);
    },
    onTouchCancel: () => {
      start.current = null;
    },
  };
}

/** Returns the inward direction from the edge of a box, if `x` is inside and within `edgePx` of it; null otherwise. */
export function inwardDirection(
  x: number,
  box: { readonly left: number; readonly right: number },
  edgePx: number,
): SwipeDirection | null {
  if (x < box.left || x > box.right) return null;
  if (x - box.left < edgePx) return 'right';
  return box.right - x < edgePx ? 'left' : null;
}

/**
 * Returns touch handlers that detect swipes inwards from the left or right edge of an element whose content has its own
 * drags, such as a map. The content receives none of the finger's later events, so that a map does not move; a tap
 * still becomes a click, and a second finger returns both to the content.
 *
 * @param minPx the minimum length of a swipe
 * @param edgePx the width of the edges
 */
export function useEdgeSwipe(minPx: number, edgePx: number, onSwipe: (direction: SwipeDirection) => void) {
  const start = useRef<(Finger & { readonly direction: SwipeDirection }) | null>(null);
  return {
    onTouchStartCapture: (event: TouchEvent) => {
      const finger = singleTouch(event);
      const direction = finger && inwardDirection(finger.x, event.currentTarget.getBoundingClientRect(), edgePx);
      start.current = finger && direction && { ...finger, direction };
      if (start.current !== null) event.stopPropagation();
    },
    onTouchMoveCapture: (event: TouchEvent) => {
      if (start.current !== null) event.stopPropagation();
    },
    onTouchEndCapture: (event: TouchEvent) => {
      const [from, to] = [start.current, changedTouch(event)];
      start.current = null;
      if (from === null) return;
      event.stopPropagation();
      if (!to || swipeDirection(from, to, minPx) !== from.direction) return;
      preventClick(event);
      onSwipe(from.direction);
    },
    onTouchCancelCapture: () => {
      start.current = null;
    },
  };
}

/**
 * Prevents the click that browsers add to a touch that moved little: a short swipe is such a touch, and the click would
 * land on the screen that it has just opened.
 */
function preventClick(event: TouchEvent): void {
  if (event.cancelable) event.preventDefault();
}

/** Returns the only finger on the screen, if it is on the element and not on a control with its own drag. */
function singleTouch({ target, touches, currentTarget }: TouchEvent): Finger | null {
  const touch = touches[0];
  // React bubbles the touches of a dialog to the component that opened it, wherever the dialog is in the document.
  const isInside = target instanceof Element && currentTarget.contains(target) && target.closest(NATIVE_DRAG) === null;
  return touch && touches.length === 1 && isInside ? { x: touch.clientX, y: touch.clientY } : null;
}

function changedTouch({ changedTouches }: TouchEvent): Finger | null {
  const touch = changedTouches[0];
  return touch ? { x: touch.clientX, y: touch.clientY } : null;
}
