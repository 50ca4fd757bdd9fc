import { expect, test } from 'vitest';
import { type Device, describeDevice } from '../../../../app/platform/page/device.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const IPHONE_FIREFOX =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15';
const IPHONE_CHROME =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1';
const OLD_IPAD =
  'Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1';
const MAC_SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';
const ANDROID_CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const ANDROID_TABLET =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const ANDROID_FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0';
const WINDOWS_FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0';
const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

const IOS: Device = { system: 'ios', isFirefox: false, isSafari: false, isMobile: true, isInstalled: false };
const ANDROID: Device = { system: 'android', isFirefox: false, isSafari: false, isMobile: true, isInstalled: false };
const DESKTOP: Device = { system: 'desktop', isFirefox: false, isSafari: false, isMobile: false, isInstalled: false };

const cases: [name: string, userAgent: string, maxTouchPoints: number, device: Device][] = [
  ['Safari on an iPhone', IPHONE, 5, { ...IOS, isSafari: true }],
  ['Firefox on an iPhone, which is Safari underneath', IPHONE_FIREFOX, 5, IOS],
  ['Chrome on an iPhone, which is Safari underneath', IPHONE_CHROME, 5, IOS],
  ['an iPad that says so', OLD_IPAD, 5, { ...IOS, isSafari: true }],
  ['an iPad that says it is a Mac', MAC_SAFARI, 5, { ...IOS, isSafari: true }],
  ['Safari on a Mac', MAC_SAFARI, 0, { ...DESKTOP, isSafari: true }],
  ['Chrome on an Android phone', ANDROID_CHROME, 5, ANDROID],
  ['Chrome on an Android tablet', ANDROID_TABLET, 10, ANDROID],
  ['Firefox on an Android phone', ANDROID_FIREFOX, 5, { ...ANDROID, isFirefox: true }],
  ['Firefox on Windows', WINDOWS_FIREFOX, 0, { ...DESKTOP, isFirefox: true }],
  ['Chrome on Windows', WINDOWS_CHROME, 0, DESKTOP],
  ['Chrome on a Windows laptop with a touch screen', WINDOWS_CHROME, 10, DESKTOP],
];

test.each(cases)('%s is recognized', (_, userAgent, maxTouchPoints, device) => {
  expect(describeDevice({ userAgent, maxTouchPoints, isStandalone: false })).toEqual(device);
});

test('an app in a window of its own is installed, whatever it runs on', () => {
  for (const [, userAgent, maxTouchPoints, device] of cases) {
    expect(describeDevice({ userAgent, maxTouchPoints, isStandalone: true })).toEqual({ ...device, isInstalled: true });
  }
});
