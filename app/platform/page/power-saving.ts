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

/** Calls `onChange` with the battery's state, now and at each change, until `scope` is disposed; never without one. */
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

/**
 * Puts the page into full screen where the browser allows it, and blackens its bars, until `scope` is disposed. Must be
 * called from a tap.
 */
export function darkenScreen(scope: Scope): void {
  const { documentElement } = document;
  const bars = document.querySelector('meta[name="theme-color"]');
  const colour = bars?.getAttribute('content') ?? null;
  if (bars !== null && colour !== null) {
    bars.setAttribute('content', '#000000');
    scope.add(() => bars.setAttribute('content', colour));
  }
  // Safari on iPhone has no such method, although its type says so.
  const request: typeof documentElement.requestFullscreen | undefined = documentElement.requestFullscreen;
  if (request === undefined || document.fullscreenElement !== null) return;
  const asked = request.call(documentElement, { navigationUI: 'hide' }).catch(() => {});
  scope.add(() => {
    void asked.then(() => {
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {});
    });
  });
}
