import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The key of the location that the page was loaded with; the router gives every later one a key of its own. */
const LOADED_KEY = 'default';

/**
 * Moves the focus to a screen's heading or main part when the person arrives there from another screen: what they pressed
 * has gone. Not on a page that has just been loaded, nor out of a dialog; nothing scrolls.
 *
 * @param isShown false while the screen is not the one in front
 * @returns the ref of the element, which needs a `tabIndex` of -1
 */
export function useArrivalFocus<E extends HTMLElement>(isShown = true): RefObject<E | null> {
  const target = useRef<E>(null);
  const isLoaded = useLocation().key === LOADED_KEY;
  const wasLoaded = useRef(isLoaded);
  wasLoaded.current = isLoaded;
  useEffect(() => {
    if (!isShown || wasLoaded.current) return;
    const held = target.current?.ownerDocument.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
    if (held == null) target.current?.focus({ preventScroll: true });
  }, [isShown]);
  return target;
}
