import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the element that `findHeir` returns when the focused control is removed, unless another element
 * already has the focus. Spread the returned handlers on the control or on an element around it. Call it in the
 * component whose render removes the control.
 */
export function useFocusHeir(findHeir: () => HTMLElement | null) {
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const removed = focused.current;
    if (removed === null || removed.isConnected) return;
    focused.current = null;
    const { activeElement, body } = removed.ownerDocument;
    if (activeElement === null || activeElement === body) findHeir()?.focus();
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLElement ? target : null;
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
