import type { Theme } from '../storage/storage.ts';

/** Dresses the page, and the browser's own bars around it, in `theme`. */
export function applyTheme(theme: Theme): void {
  const { documentElement } = document;
  documentElement.dataset.theme = theme;
  const paper = getComputedStyle(documentElement).getPropertyValue('--color-paper').trim();
  if (paper !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper);
}
