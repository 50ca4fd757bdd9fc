import { proxy } from 'valtio';
import { storage, type Theme } from '../platform/storage.ts';
import { applyTheme } from '../platform/theme.ts';

/** The look in use. Kept in local storage; `light` unless the person chose otherwise. */
export const look = proxy<{ theme: Theme }>({ theme: storage.read('theme') });

/** Changes the look and keeps the choice. */
export function chooseTheme(theme: Theme): void {
  look.theme = theme;
  storage.write('theme', theme);
  applyTheme(theme);
}
