import { proxy } from 'valtio';
import { askForCompass, compassSupport, watchCompass } from '../platform/position/compass-sensor.ts';
import type { Fix } from '../platform/position/geolocation.ts';
import { Scope } from '../platform/scope.ts';

/** Nobody walks more slowly than this, so a heading is noise. */
export const WALKING_MIN_MPS = 0.5;

/** The compass, as the app shows it. */
export interface CompassState {
  /** `off` until the person switches it on, `refused` if they or the device refused it, `absent` without a compass. */
  status: 'absent' | 'off' | 'on' | 'refused';
  /** Degrees clockwise from north; null until it is known. */
  headingDeg: number | null;
  /** The device would ask the person first, and the app has not offered it yet. */
  isOffered: boolean;
}

/** The compass, as the app shows it. Changed only in this file. */
export const compass = proxy<CompassState>({ status: 'absent', headingDeg: null, isOffered: false });

let service: Scope | null = null;
let reading: Scope | null = null;

/** Reads the compass if that needs no permission, otherwise offers it, until `scope` is disposed. */
export function startCompass(scope: Scope): void {
  const started = new Scope();
  service = started;
  scope.add(() => {
    started.dispose();
    if (service === started) service = null;
    reading?.dispose();
    Object.assign(compass, { status: 'absent', headingDeg: null, isOffered: false });
  });
  const support = compassSupport();
  if (support === 'open') read();
  else if (support === 'asks-first') Object.assign(compass, { status: 'off', isOffered: true });
}

/** Switches the compass on, after the device has asked the person if it must. Must be called from a tap. */
export async function activateCompass(): Promise<void> {
  const asking = service;
  const isAllowed = await askForCompass();
  if (asking === null || service !== asking) return;
  compass.isOffered = false;
  if (isAllowed) read();
  else compass.status = 'refused';
}

/** Switches the compass off, which saves battery. */
export function restCompass(): void {
  reading?.dispose();
  if (compass.status === 'on') Object.assign(compass, { status: 'off', headingDeg: null });
}

/** Hides the offer; the compass can still be switched on. */
export function dismissCompassOffer(): void {
  compass.isOffered = false;
}

/** Returns the heading of the position's dot: the fix's, otherwise the compass's; null if neither is known. */
export function shownHeading(fix: Pick<Fix, 'headingDeg'> | null, compassDeg: number | null): number | null {
  return fix === null ? null : (fix.headingDeg ?? compassDeg);
}

/** Returns where the screen's upper edge points: the compass's heading, else a walker's direction; null if unknown. */
export function facingDeg(fix: Pick<Fix, 'headingDeg' | 'speedMps'> | null, compassDeg: number | null): number | null {
  if (compassDeg !== null) return compassDeg;
  return fix !== null && (fix.speedMps ?? 0) >= WALKING_MIN_MPS ? fix.headingDeg : null;
}

function read(): void {
  reading?.dispose();
  reading = new Scope();
  compass.status = 'on';
  watchCompass(reading, (headingDeg) => {
    compass.headingDeg = headingDeg;
  });
}
