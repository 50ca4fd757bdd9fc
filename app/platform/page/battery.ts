import type { Scope } from '../scope.ts';

/** The device's battery. */
export interface Battery {
  /** 0 to 1. */
  readonly level: number;
  readonly isCharging: boolean;
}

/** `BatteryManager` of the Battery Status API, which only Chromium has. */
interface BatteryManager extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

/**
 * Calls `onChange` with the battery's state now and at each change, until `scope` is disposed; never if the browser
 * doesn't report it.
 */
export async function followBattery(scope: Scope, onChange: (battery: Battery) => void): Promise<void> {
  if (!('getBattery' in navigator)) return;
  const ask = navigator.getBattery as () => Promise<BatteryManager>;
  // Rejected in a frame without the permission.
  const manager = await ask.call(navigator).catch(() => null);
  if (manager === null || scope.disposed) return;
  const tell = (): void => onChange({ level: manager.level, isCharging: manager.charging });
  tell();
  for (const type of ['levelchange', 'chargingchange']) scope.listen(manager, type, tell);
}
