import { proxy } from 'valtio';
import { isOffline, keepOfflineMode } from '../../platform/net/offline-mode.ts';
import { reportOnline } from '../../platform/page/page-events.ts';
import type { Scope } from '../../platform/scope.ts';
import { watchStorage } from '../../platform/storage/storage.ts';

/** The 'hors ligne' switch: while it is on, the app sends and fetches nothing by itself. */
export const offlineMode = proxy<{ isOn: boolean }>({ isOn: isOffline() });

/**
 * Switches 'hors ligne', in all tabs. It stays until it is switched again, also over a reload, or until the session ends.
 * Switching it off does what a returning network does: what waits is sent, and lists are loaded.
 */
export function switchOfflineMode(on: boolean): void {
  keepOfflineMode(on);
  readOfflineMode();
}

/** Takes over what is stored: another tab may have switched, or a logout cleared storage. */
export function readOfflineMode(): void {
  const isOn = isOffline();
  if (isOn === offlineMode.isOn) return;
  offlineMode.isOn = isOn;
  if (!isOn) reportOnline();
}

/** Follows the switch of other tabs until `scope` is disposed. */
export function followOfflineMode(scope: Scope): void {
  readOfflineMode();
  watchStorage(scope, 'offlineMode', readOfflineMode);
}
