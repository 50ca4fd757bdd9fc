import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * Keeps a keyboard user where they were when the control that has the focus goes away: the focus passes to what `findHeir`
 * answers then, if anything, unless it is elsewhere already. Spread the answer on the control, or on what stands around the
 * controls. To be called where the change is rendered.
 */
export function useFocusHeir(findHeir: () => HTMLElement | null) {
  const held = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const gone = held.current;
    if (gone === null || gone.isConnected) return;
    held.current = null;
    const { activeElement, body } = gone.ownerDocument;
    if (activeElement === null || activeElement === body) findHeir()?.focus();
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      held.current = target instanceof HTMLElement ? target : null;
    },
    onBlur: () => {
      held.current = null;
    },
  };
}
