import { type TouchEvent, useRef } from 'react';

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
 * @param onSwipe hears the way, and where the finger came down
 */
export function useSwipe(minPx: number, onSwipe: (way: 'left' | 'right', from: Finger) => void) {
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
      if (way !== null) onSwipe(way, start);
    },
    onTouchCancel: () => {
      from.current = null;
    },
  };
}
