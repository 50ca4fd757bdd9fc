import { expect, test } from 'vitest';
import { installHint, installStrings } from '../../../app/page/install-words.ts';
import type { Device } from '../../../app/platform/page/device.ts';

const BROWSER: Device = { system: 'desktop', isFirefox: false, isSafari: false, isMobile: false, isInstalled: false };
const IOS = { system: 'ios', isMobile: true } as const;

test.each<[string, Partial<Device>, 'ios' | 'mac' | null]>([
  ['Safari on an iPhone', { ...IOS, isSafari: true }, 'ios'],
  ['another browser on an iPhone, which is Safari underneath', IOS, 'ios'],
  ['Safari on a Mac', { isSafari: true }, 'mac'],
  ['the app on the home screen of an iPhone', { ...IOS, isSafari: true, isInstalled: true }, null],
  ['Chrome on a computer', {}, null],
  ['Chrome on Android', { system: 'android', isMobile: true }, null],
])('%s', (_, traits, expected) => {
  for (const forWhat of ['forPacks', 'forDrops'] as const) {
    const hint = expected === null ? null : installStrings[forWhat][expected];
    expect(installHint(forWhat, { ...BROWSER, ...traits })).toBe(hint);
  }
});
