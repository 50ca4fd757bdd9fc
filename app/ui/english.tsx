import type { ReactNode } from 'react';

/** English words in the French interface, marked so that a screen reader speaks them with an English voice. */
export function English({ children }: { readonly children: ReactNode }) {
  return <span lang="en">{children}</span>;
}
