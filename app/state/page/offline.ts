import { proxy } from 'valtio';

/** The 'hors ligne' switch: while it is on, the app sends and fetches nothing by itself. */
export const offlineMode = proxy<{ isOn: boolean }>({ isOn: false });

/** Switches 'hors ligne'. It stays until it is switched again, also over a reload. */
export function switchOfflineMode(on: boolean): void {
  offlineMode.isOn = on;
}
