import { proxy } from 'valtio';
import { applyTheme } from '../../platform/page/theme.ts';
import { storage, type Theme } from '../../platform/storage/storage.ts';

/** The look in use. Kept in local storage; `light` unless the person chose otherwise. */
export const look = proxy<{ theme: Theme }>({ theme: storage.read('theme') });

/** Changes the look and keeps the choice. */
export function chooseTheme(theme: Theme): void {
  storage.write('theme', theme);
  showTheme(theme);
}

/** Shows a look that was chosen elsewhere: in another tab. */
export function showTheme(theme: Theme): void {
  look.theme = theme;
  applyTheme(theme);
}
