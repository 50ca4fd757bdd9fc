import type { Scope } from '../scope.ts';

/** Reports the width of `element` in CSS pixels, now and after each change, until `scope` is disposed. */
export function watchWidth(scope: Scope, element: Element, onWidth: (widthPx: number) => void): void {
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) onWidth(entry.contentRect.width);
  });
  observer.observe(element);
  scope.add(() => observer.disconnect());
}
