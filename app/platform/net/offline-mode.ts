import { storage } from '../storage/storage.ts';

/** True while the 'hors ligne' switch is on. Read from storage each time, so that it holds in all tabs at once. */
export function isOffline(): boolean {
  return storage.read('offlineMode');
}

/** Stores the 'hors ligne' switch. */
export function storeOfflineMode(isOn: boolean): void {
  storage.write('offlineMode', isOn);
}
