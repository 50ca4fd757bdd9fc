import { useRef } from 'react';

/**
 * Restores the focus when a Radix dialog closes that has no trigger of its own. Spread the returned handlers on the dialog's
 * content.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: ({ target }: Event) => {
      opener.current = target instanceof Element ? target.ownerDocument.activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
