import type { Scope } from '../scope.ts';

/**
 * Puts the page into full screen, and blackens the browser's bars where they stay, until `scope` is disposed. Must be
 * called from a tap. If the browser has no full screen for pages, or refuses it, the bars stay.
 */
export function darkenScreen(scope: Scope): void {
  const { documentElement } = document;
  const bars = document.querySelector('meta[name="theme-color"]');
  const colour = bars?.getAttribute('content') ?? null;
  if (bars !== null && colour !== null) {
    bars.setAttribute('content', '#000000');
    scope.add(() => bars.setAttribute('content', colour));
  }
  // Safari on iPhone has no such method, although its type says so.
  const request: typeof documentElement.requestFullscreen | undefined = documentElement.requestFullscreen;
  if (request === undefined || document.fullscreenElement !== null) return;
  const asked = request.call(documentElement, { navigationUI: 'hide' }).catch(() => {});
  scope.add(() => {
    void asked.then(() => {
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {});
    });
  });
}
