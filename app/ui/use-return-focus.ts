import { useRef } from 'react';

/** Restores the focus when a Radix dialog without a trigger closes. Spread the returned handlers on its content. */
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
