import { createContext, use, useEffect, useRef } from 'react';

/** Makes the back button call `close` until the returned function is called. Does nothing without a provider. */
export const BackContext = createContext<(close: () => void) => () => void>(() => () => {});

/** Makes the browser's back button close an overlay (menu, sheet, dialog) while `isOpen`. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closeOnBack = use(BackContext);
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (isOpen ? closeOnBack(() => latest.current()) : undefined), [isOpen, closeOnBack]);
}
