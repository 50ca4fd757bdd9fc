import type { Device } from '../platform/page/device.ts';
import { locationStrings } from './location-words.ts';

/** Instructions to allow the position again on one kind of device. */
export interface DeniedSteps {
  readonly title: string;
  readonly steps: string;
}

const { helpFor } = locationStrings;

/**
 * Lists how to allow a denied position: this device first, then the others, because two people may share a link. Pure.
 */
export function deniedSteps(device: Device): readonly DeniedSteps[] {
  const own = ownSteps(device);
  const others = [helpFor.ios, helpFor.android].filter((steps) => !own.includes(steps) && !isSameSystem(steps, device));
  return [...own, ...others];
}

function ownSteps({ system, isFirefox, isSafari, isInstalled }: Device): readonly DeniedSteps[] {
  if (system === 'ios') return [isInstalled ? helpFor.iosInstalled : isSafari ? helpFor.ios : helpFor.iosOther];
  const inBrowser = system === 'android' ? android(isFirefox) : isSafari ? helpFor.desktopSafari : helpFor.desktop;
  return isInstalled ? [helpFor.installed, inBrowser] : [inBrowser];
}

function android(isFirefox: boolean): DeniedSteps {
  return isFirefox ? helpFor.androidFirefox : helpFor.android;
}

function isSameSystem(steps: DeniedSteps, { system }: Device): boolean {
  return steps === helpFor[system];
}
