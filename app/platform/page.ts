import type { Scope } from './scope.ts';

/** Names the page in the browser's tab and history. */
export function setPageTitle(title: string): void {
  document.title = title;
}

/** Loads the page afresh. */
export function reloadPage(): void {
  location.reload();
}

/** Calls `task` each time the device has a network again, until `scope` is disposed. */
export function onOnline(scope: Scope, task: () => void): void {
  scope.listen(window, 'online', task);
}

/** Calls `task` each time the page goes out of sight, which may be the last that it hears, until `scope` is disposed. */
export function onHidden(scope: Scope, task: () => void): void {
  scope.listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') task();
  });
  scope.listen(window, 'pagehide', task);
}

/** Lets the browser ask before the page is left, until `scope` is disposed. */
export function warnBeforeLeaving(scope: Scope): void {
  scope.listen(window, 'beforeunload', (event) => event.preventDefault());
}
