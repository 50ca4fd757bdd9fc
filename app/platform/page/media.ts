import type { Scope } from '../scope.ts';

/** True while the page matches this media query. */
export function matchesMedia(query: string): boolean {
  return matchMedia(query).matches;
}

/** Calls `onChange` each time the page starts or stops matching this media query, until `scope` is disposed. */
export function watchMedia(scope: Scope, query: string, onChange: (matches: boolean) => void): void {
  scope.listen<MediaQueryListEvent>(matchMedia(query), 'change', ({ matches }) => onChange(matches));
}
