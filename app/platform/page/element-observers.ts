import type { Scope } from '../scope.ts';

/** Calls `onChange` now and whenever one of these elements changes its size, until `scope` is disposed. */
export function watchSizes(scope: Scope, elements: readonly Element[], onChange: ResizeObserverCallback): void {
  const observer = new ResizeObserver(onChange);
  for (const element of elements) observer.observe(element);
  scope.add(() => observer.disconnect());
}

/** Reports the width of `element` in CSS pixels, now and after each change, until `scope` is disposed. */
export function watchWidth(scope: Scope, element: Element, onWidth: (widthPx: number) => void): void {
  watchSizes(scope, [element], ([entry]) => {
    if (entry !== undefined) onWidth(entry.contentRect.width);
  });
}

/** Calls `onNear` once, when `element` is within `marginPx` of the viewport, unless `scope` is disposed first. */
export function whenNear(scope: Scope, element: Element, marginPx: number, onNear: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      onNear();
    },
    { rootMargin: `${marginPx}px` },
  );
  observer.observe(element);
  scope.add(() => observer.disconnect());
}
