import type { Theme } from '../storage/storage.ts';

/** Applies `theme` to the page and to the browser's own bars. */
export function applyTheme(theme: Theme): void {
  const { documentElement } = document;
  documentElement.dataset.theme = theme;
  const paper = getComputedStyle(documentElement).getPropertyValue('--color-paper').trim();
  if (paper !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper);
}
