import { createRoot, type Root } from 'react-dom/client';

/** A React root in an element that is all that the page holds. Whoever makes it unmounts it. */
export function freshRoot(tag: 'div' | 'main' = 'div'): Root {
  const container = document.createElement(tag);
  document.body.replaceChildren(container);
  return createRoot(container);
}
