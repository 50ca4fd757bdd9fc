import { expect, test } from 'vitest';
import type { Device } from '../../../../app/platform/page/device.ts';
import {
  type Accuracy,
  defaultAccuracy,
  type PositionRequest,
  positionOptions,
} from '../../../../app/platform/position/position-options.ts';

const DESKTOP: Device = { system: 'desktop', isFirefox: false, isSafari: false, isMobile: false, isInstalled: false };
const IOS: Device = { ...DESKTOP, system: 'ios', isMobile: true };
const ANDROID: Device = { ...DESKTOP, system: 'android', isMobile: true };
const FIREFOX: Device = { ...DESKTOP, isFirefox: true };
const ANDROID_FIREFOX: Device = { ...ANDROID, isFirefox: true };
const INSTALLED_ANDROID: Device = { ...ANDROID, isInstalled: true };

const cases: [string, Device, PositionRequest, Accuracy, timeoutS: number, maxAgeS: number][] = [
  ['iOS', IOS, 'again', 'high', 15, 30],
  ['iOS', IOS, 'first', 'high', 20, 60],
  ['iOS', IOS, 'watch', 'high', 15, 5],
  ['iOS', IOS, 'watch', 'low', 15, 5],
  ['Chrome on Android', ANDROID, 'again', 'high', 12, 20],
  ['Chrome on Android', ANDROID, 'first', 'high', 15, 30],
  ['Chrome on Android', ANDROID, 'watch', 'high', 12, 5],
  ['Firefox', FIREFOX, 'again', 'low', 15, 25],
  ['Firefox', FIREFOX, 'first', 'low', 20, 45],
  ['Firefox', FIREFOX, 'watch', 'low', 15, 5],
  ['Firefox on Android', ANDROID_FIREFOX, 'first', 'low', 20, 45],
  ['Firefox at high accuracy', FIREFOX, 'again', 'high', 10, 10],
  ['Firefox at high accuracy', FIREFOX, 'first', 'high', 20, 45],
  ['the installed app', INSTALLED_ANDROID, 'again', 'high', 20, 60],
  ['the installed app', { ...DESKTOP, isInstalled: true }, 'first', 'high', 20, 60],
  ['the installed app on Android', INSTALLED_ANDROID, 'first', 'high', 15, 30],
  ['the installed app on iOS', { ...IOS, isInstalled: true }, 'first', 'high', 20, 60],
  ['the installed app', INSTALLED_ANDROID, 'watch', 'high', 20, 5],
  ['Chrome on Android', ANDROID, 'return', 'high', 12, 0],
  ['anything else', DESKTOP, 'again', 'high', 10, 10],
  ['anything else', DESKTOP, 'first', 'high', 10, 10],
  ['anything else', DESKTOP, 'watch', 'high', 10, 5],
];

test.each(cases)(
  '%s, %o, %s, accuracy %s: within %d s, at most %d s old',
  (_, device, request, accuracy, timeoutS, maxAgeS) => {
    expect(positionOptions(device, request, accuracy)).toEqual({
      enableHighAccuracy: accuracy === 'high',
      timeout: timeoutS * 1000,
      maximumAge: maxAgeS * 1000,
    });
  },
);

test('high accuracy is the default, except in Firefox', () => {
  expect([IOS, ANDROID, DESKTOP, INSTALLED_ANDROID].map(defaultAccuracy)).toEqual(['high', 'high', 'high', 'high']);
  expect([FIREFOX, ANDROID_FIREFOX].map(defaultAccuracy)).toEqual(['low', 'low']);
  expect(defaultAccuracy({ ...ANDROID_FIREFOX, isInstalled: true })).toBe('high');
});
