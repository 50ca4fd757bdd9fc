import { proxy } from 'valtio';
import { applyTheme } from '../platform/page/page-events.ts';
import { storage, type Theme } from '../platform/storage/storage.ts';

/** The theme in use. Stored in local storage; `light` unless the person chose otherwise. */
export const appTheme = proxy<{ theme: Theme }>({ theme: storage.read('theme') });

/** Applies a theme and stores the choice. */
export function chooseTheme(theme: Theme): void {
  storage.write('theme', theme);
  showTheme(theme);
}

/** Applies a theme that another tab has already stored. */
export function showTheme(theme: Theme): void {
  appTheme.theme = theme;
  applyTheme(theme);
}
