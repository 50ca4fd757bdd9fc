import { createContext, type RefObject, use, useEffect, useRef } from 'react';

/**
 * Whether the loaded page already shows its first screen: set by {@link useArrivalFocus}. Without a provider, every
 * screen counts as a later one.
 */
export const FirstScreenContext = createContext<{ isShown: boolean }>({ isShown: true });

/**
 * Moves the focus to a screen's heading or main part when the person arrives from another screen, because the pressed
 * element no longer exists. Not to the first screen of a loaded page, nor out of an open dialog; nothing scrolls.
 *
 * @param isShown false while the screen is not in front
 * @returns the ref of the element, which needs a `tabIndex` of -1
 */
export function useArrivalFocus<E extends HTMLElement>(isShown = true): RefObject<E | null> {
  const target = useRef<E>(null);
  const first = use(FirstScreenContext);
  useEffect(() => {
    const element = target.current;
    if (!isShown || element === null) return;
    // The router's keys don't tell: that of a page's first location is another one after a reload.
    const isFirst = !first.isShown;
    first.isShown = true;
    if (isFirst) return;
    const held = element.ownerDocument.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
    // The menu closes slowly, and the chosen screen may appear before it has closed.
    if (held == null || held.getAttribute('data-state') === 'closed') element.focus({ preventScroll: true });
  }, [isShown, first]);
  return target;
}
