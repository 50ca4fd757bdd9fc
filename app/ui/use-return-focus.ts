import { useRef } from 'react';

/**
 * Lets a Radix dialog without a trigger of its own give focus back to what had it before. Spread the answer on the
 * dialog's content.
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
