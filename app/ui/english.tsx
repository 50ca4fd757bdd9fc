import type { ReactNode } from 'react';

/** English text in the French interface, marked so that a screen reader pronounces it as English. */
export function English({ children }: { readonly children: ReactNode }) {
  return <span lang="en">{children}</span>;
}
