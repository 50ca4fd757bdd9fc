declare global {
  interface Window {
    /** Ends the guard of {@link guardTap}, and says whether the tap reached its element. */
    endTapGuard?: () => boolean;
  }
}

/**
 * In the page: lets the next tap reach the element of this selector only. What moved away since it was looked for is missed
 * by the tap, which would do something else then: such a tap does nothing.
 */
export function guardTap(selector: string): void {
  const types = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click'];
  const wanted = document.querySelector(selector);
  const { x, y, width, height } = wanted?.getBoundingClientRect() ?? new DOMRect();
  /** The element itself, a part of it, or what takes taps for it. */
  const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
  let isHit: boolean | null = null;
  const check = (event: Event): void => {
    isHit ??= event.target === onTop || wanted?.contains(event.target as Node) === true;
    if (isHit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of types) window.addEventListener(type, check, { capture: true, passive: false });
  window.endTapGuard = () => {
    for (const type of types) window.removeEventListener(type, check, { capture: true });
    delete window.endTapGuard;
    return isHit !== false;
  };
}

/** In the page: ends the guard; false if the tap missed its element. A page that the tap has left has none any more. */
export function endTapGuard(): boolean {
  return window.endTapGuard?.() ?? true;
}
