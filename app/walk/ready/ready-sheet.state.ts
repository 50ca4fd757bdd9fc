import { proxy } from 'valtio';

/** The check before a walk. The shell shows it. */
export const readySheet = proxy<{ isOpen: boolean }>({ isOpen: false });

/** Opens the check before a walk, or closes it. */
export function showReadySheet(isOpen: boolean): void {
  readySheet.isOpen = isOpen;
}
