import type { ReactNode } from 'react';

/** English text in the French interface, marked so that a screen reader pronounces it as English. */
export function English({ children }: { readonly children: ReactNode }) {
  return <span lang="en">{children}</span>;
}

/** A message that begins in the specification's English, up to a colon, and goes on in the language of the interface. */
export function EnglishStart({ children }: { readonly children: string }) {
  const start = children.indexOf(':') + 1;
  if (start === 0) return children;
  return (
    <>
      <English>{children.slice(0, start)}</English>
      {children.slice(start)}
    </>
  );
}
