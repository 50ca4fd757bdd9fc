import { expect, test } from 'vitest';
import type { Device } from '../../../app/platform/page/device.ts';
import { deniedSteps, describeProblem, locationStrings } from '../../../app/position/location-words.ts';

const { helpFor: help } = locationStrings;
const BROWSER: Device = { system: 'desktop', isFirefox: false, isSafari: false, isMobile: false, isInstalled: false };
const SAFARI = { isSafari: true };
const FIREFOX = { isFirefox: true };
const INSTALLED = { isInstalled: true };
const IOS = { system: 'ios', isMobile: true } as const;
const ANDROID = { system: 'android', isMobile: true } as const;

test.each<[string, Partial<Device>, readonly { title: string; steps: string }[]]>([
  ['Chrome on a computer', {}, [help.desktop, help.ios, help.android]],
  ['Safari on a Mac', SAFARI, [help.desktopSafari, help.ios, help.android]],
  ['Safari on an iPhone', { ...IOS, ...SAFARI }, [help.ios, help.android]],
  ['Chrome on an iPhone', IOS, [help.iosOther, help.android]],
  ['the app on the home screen of an iPhone', { ...IOS, ...SAFARI, ...INSTALLED }, [help.iosInstalled, help.android]],
  ['Chrome on Android', ANDROID, [help.android, help.ios]],
  ['Firefox on Android', { ...ANDROID, ...FIREFOX }, [help.androidFirefox, help.ios]],
  ['the installed app on Android', { ...ANDROID, ...INSTALLED }, [help.installed, help.android, help.ios]],
])('%s gets its own steps first', (_, traits, steps) => {
  expect(deniedSteps({ ...BROWSER, ...traits })).toEqual(steps);
});

test('each problem has the catalogue’s text, with other texts on phones', () => {
  expect(describeProblem('position-unavailable', true)).toBe('GPS unavailable. Check location services are enabled');
  expect(describeProblem('position-unavailable', false)).toBe('Location information is unavailable');
  expect(describeProblem('timeout', true)).toBe('Location timeout. Try moving to an area with better GPS signal');
  expect(describeProblem('timeout', false)).toBe('Location request timed out');
  expect(describeProblem('denied', true)).toBe('Location permission denied by user');
  expect(describeProblem('unknown', false)).toBe('Unknown location error');
  expect(describeProblem('unsupported', false)).toBe('Geolocation is not supported by your browser');
  expect(describeProblem('needs-https', false)).toBe('Location access requires HTTPS or localhost');
  expect(describeProblem({ said: 'Illegal invocation' }, false)).toBe('Location service error: Illegal invocation');
});
