import { Scope } from '../scope.ts';
import type { Theme } from '../storage/storage.ts';

/** Sets the title in the browser's tab and history. */
export function setPageTitle(title: string): void {
  document.title = title;
}

/** The language tags that the browser prefers, first choice first. */
export function readLanguages(): readonly string[] {
  return navigator.languages;
}

/** The tag of the language of the page: at its start, the one that the server chose. */
export function readPageLanguage(): string {
  return document.documentElement.lang;
}

/** Tells browsers and screen readers the language of the page, and browsers that of the installed app. */
export function setPageLanguage(tag: string): void {
  document.documentElement.lang = tag;
  const manifest = document.querySelector('link[rel="manifest"]');
  manifest?.setAttribute('href', tag === 'fr' ? '/manifest.webmanifest' : `/manifest.${tag}.webmanifest`);
}

/** Moves the focus to the element with the id `main`: past everything that stands before the content. */
export function focusMain(): void {
  const main = document.getElementById('main');
  if (main === null) return;
  main.tabIndex = -1;
  main.focus();
}

/** Returns the path of the page's URL. */
export function readPath(): string {
  return location.pathname;
}

/** Returns a parameter of the page's URL; null without it. */
export function readParameter(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

/** Removes a parameter from the page's URL, which reloads nothing. Before the router starts. */
export function dropParameter(name: string): void {
  const url = new URL(location.href);
  url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}

/** Leaves the page for another address of this site, as a link does. */
export function leaveTo(path: string): void {
  location.assign(path);
}

/** Leaves the page for another address of this site, for good: the way back doesn't lead here, which would lead there again. */
export function replaceWith(path: string): void {
  location.replace(path);
}

/** The origin of this site. */
export function readOrigin(): string {
  return location.origin;
}

/** Replaces the path of the page's URL, which reloads nothing. Before the router starts. */
export function showPath(path: string): void {
  history.replaceState(history.state, '', path);
}

/** Reloads the page. */
export function reloadPage(): void {
  location.reload();
}

const ONLINE_AGAIN = 'online-again';
const page = new EventTarget();

/**
 * Calls `task` each time there is a network again, until `scope` is disposed: the device goes online, or the person
 * switches 'hors ligne' off, or our server answers again.
 */
export function onOnline(scope: Scope, task: () => void): void {
  scope.listen(window, 'online', task);
  scope.listen(page, ONLINE_AGAIN, task);
}

/** Runs the tasks of {@link onOnline}: the person allows the network again, or it answers without a device event. */
export function reportOnline(): void {
  page.dispatchEvent(new Event(ONLINE_AGAIN));
}

/** False while the device has no network at all. True says little: the network may still reach nothing. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** Calls `task` each time the device goes offline, until `scope` is disposed. */
export function onOffline(scope: Scope, task: () => void): void {
  scope.listen(window, 'offline', task);
}

/** Calls `task` when the page is left, for good or for the back/forward cache, until `scope` is disposed. */
export function onLeave(scope: Scope, task: () => void): void {
  scope.listen(window, 'pagehide', task);
}

/** Calls `task` each time the page is hidden, which may be the last event it gets, until `scope` is disposed. */
export function onHidden(scope: Scope, task: () => void): void {
  scope.listen(document, 'visibilitychange', () => {
    if (!isVisible()) task();
  });
  onLeave(scope, task);
}

/** True while the page is visible. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Calls `task` each time the page becomes visible, until `scope` is disposed. */
export function onVisible(scope: Scope, task: () => void): void {
  scope.listen(document, 'visibilitychange', () => {
    if (isVisible()) task();
  });
}

/** Makes the browser ask before the page is left, until `scope` is disposed. */
export function warnBeforeLeaving(scope: Scope): void {
  scope.listen(window, 'beforeunload', (event) => event.preventDefault());
}

/** Calls `task` on each key press that reaches the document, until `scope` is disposed. */
export function onKey(scope: Scope, task: (event: KeyboardEvent) => void): void {
  scope.listen(document, 'keydown', task);
}

/** Calls `task` in each tap or key press, which permits actions that need a user gesture, until `scope` is disposed. */
export function onTap(scope: Scope, task: () => void): void {
  // Not pointerdown, because browsers count only the end of a touch as a user gesture.
  for (const type of ['pointerup', 'keydown']) scope.listen(document, type, task, { capture: true });
}

/** Calls `task` once, in the next tap or key press, unless `scope` is disposed first. */
export function onFirstTap(scope: Scope, task: () => void): void {
  const once = new Scope();
  scope.add(() => once.dispose());
  onTap(once, () => {
    once.dispose();
    task();
  });
}

/** Applies `theme` to the page and to the browser's own bars. */
export function applyTheme(theme: Theme): void {
  const { documentElement } = document;
  documentElement.dataset.theme = theme;
  const paper = getComputedStyle(documentElement).getPropertyValue('--color-paper').trim();
  if (paper !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper);
}
