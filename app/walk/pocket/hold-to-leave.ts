import { Scope } from '../../platform/scope.ts';

/** How long the ring must be held. Fabric pressing on the screen doesn't stay still that long. */
export const HOLD_MS = 1500;
/** How often the progress is drawn: ten frames a second are enough. */
const PROGRESS_STEP_MS = 100;

/** Events that would zoom, scroll, select or open a menu. */
const SWALLOWED = [
  ...['touchstart', 'touchmove', 'touchend', 'wheel', 'gesturestart', 'contextmenu', 'selectstart', 'dragstart'],
  ...['mousedown', 'mouseup', 'click', 'auxclick', 'dblclick', 'beforeinput', 'keydown', 'keyup', 'keypress'],
];

/**
 * Captures every touch, swipe and key of the page until `scope` is disposed; only holding `ring` has an effect: with a
 * pointer that stays on it, or with the space bar or Enter.
 *
 * @param onHolding called with the fraction of the time that the ring has been held, 0 when it is released
 * @param onLeave called once it was held for {@link HOLD_MS}
 */
export function holdToLeave(
  scope: Scope,
  ring: HTMLElement,
  onHolding: (part: number) => void,
  onLeave: () => void,
): void {
  let hold = new Scope();
  scope.add(() => hold.dispose());

  function begin(): void {
    hold.dispose();
    hold = new Scope();
    let heldMs = 0;
    onHolding(PROGRESS_STEP_MS / HOLD_MS);
    hold.interval(() => {
      heldMs += PROGRESS_STEP_MS;
      onHolding(Math.min(1, (heldMs + PROGRESS_STEP_MS) / HOLD_MS));
    }, PROGRESS_STEP_MS);
    hold.timeout(() => {
      cancel();
      onLeave();
    }, HOLD_MS);
  }

  function cancel(): void {
    hold.dispose();
    onHolding(0);
  }

  const page = ring.ownerDocument;
  for (const type of SWALLOWED) {
    const swallow = (event: Event): void => {
      if (event.cancelable) event.preventDefault();
      event.stopPropagation();
    };
    scope.listen(page, type, swallow, { capture: true, passive: false });
  }
  scope.listen<PointerEvent>(ring, 'pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    // Otherwise a touch would belong to the ring wherever it moves, and never leave it.
    if (ring.hasPointerCapture(event.pointerId)) ring.releasePointerCapture(event.pointerId);
    begin();
  });
  for (const type of ['pointerup', 'pointerleave', 'pointercancel', 'blur']) scope.listen(ring, type, cancel);
  const capture = { capture: true };
  scope.listen<KeyboardEvent>(
    page,
    'keydown',
    ({ key, repeat }) => {
      if (!repeat && isHoldKey(key) && page.activeElement === ring) begin();
    },
    capture,
  );
  scope.listen<KeyboardEvent>(
    page,
    'keyup',
    ({ key }) => {
      if (isHoldKey(key)) cancel();
    },
    capture,
  );
}

function isHoldKey(key: string): boolean {
  return key === ' ' || key === 'Enter';
}
