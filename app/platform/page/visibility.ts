import type { Scope } from '../scope.ts';

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
