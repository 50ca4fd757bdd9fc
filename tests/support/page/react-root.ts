import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

/**
 * A React root in an element that is all that the page holds. Whoever makes it unmounts it. What it renders is in the page,
 * with its effects, once `render` returns: a key or a look that comes next is not too early.
 */
export function freshRoot(tag: 'div' | 'main' = 'div'): Root {
  const container = document.createElement(tag);
  document.body.replaceChildren(container);
  const root = createRoot(container);
  return {
    render: (content) => flushSync(() => root.render(content)),
    unmount: () => root.unmount(),
  };
}

/** A {@link freshRoot} for each test of the calling file, unmounted after it; `after` then takes away what the page showed. */
export function rootPerTest(tag: 'div' | 'main' = 'div', after: () => unknown = () => {}): Root {
  let root: Root;
  beforeEach(() => {
    root = freshRoot(tag);
  });
  afterEach(async () => {
    root.unmount();
    await after();
  });
  return {
    render: (content) => root.render(content),
    unmount: () => root.unmount(),
  };
}
