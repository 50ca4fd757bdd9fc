import { Scope } from '../scope.ts';

/** Names the page in the browser's tab and history. */
export function setPageTitle(title: string): void {
  document.title = title;
}

/** The path that the page is at. */
export function readPath(): string {
  return location.pathname;
}

/** Loads the page afresh. */
export function reloadPage(): void {
  location.reload();
}

/** Calls `task` each time the device has a network again, until `scope` is disposed. */
export function onOnline(scope: Scope, task: () => void): void {
  scope.listen(window, 'online', task);
}

/** Calls `task` when the page leaves, be it for good or to come back later, until `scope` is disposed. */
export function onLeave(scope: Scope, task: () => void): void {
  scope.listen(window, 'pagehide', task);
}

/** Calls `task` each time the page goes out of sight, which may be the last that it hears, until `scope` is disposed. */
export function onHidden(scope: Scope, task: () => void): void {
  scope.listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') task();
  });
  onLeave(scope, task);
}

/** Calls `task` each time the page comes into sight, until `scope` is disposed. */
export function onVisible(scope: Scope, task: () => void): void {
  scope.listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') task();
  });
}

/** Lets the browser ask before the page is left, until `scope` is disposed. */
export function warnBeforeLeaving(scope: Scope): void {
  scope.listen(window, 'beforeunload', (event) => event.preventDefault());
}

/** Calls `task` once, in the next tap or key press, which lets sound start; not any more once `scope` is disposed. */
export function onFirstTap(scope: Scope, task: () => void): void {
  const tapped = new Scope();
  const hear = (): void => {
    tapped.dispose();
    task();
  };
  // Of a touch, the browser takes its end for somebody's wish.
  for (const type of ['pointerup', 'keydown']) tapped.listen(document, type, hear, { capture: true });
  scope.add(() => tapped.dispose());
}
