import { proxy } from 'valtio';
import { isOffline, storeOfflineMode } from '../platform/net/reach.ts';
import { reportOnline } from '../platform/page/page-events.ts';
import type { Scope } from '../platform/scope.ts';
import { watchStorage } from '../platform/storage/storage.ts';

/** The 'hors ligne' switch: while it is on, the app sends and fetches nothing by itself. */
export const offlineMode = proxy<{ isOn: boolean }>({ isOn: isOffline() });

/**
 * Switches 'hors ligne' in all tabs, until it is switched again, even across a reload, or the session ends. Switching
 * it off has the effect of a returning network: waiting data is sent, and lists are loaded.
 */
export function switchOfflineMode(on: boolean): void {
  storeOfflineMode(on);
  readOfflineMode();
}

/** Applies the stored value, because another tab may have switched, or a logout cleared storage. */
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
